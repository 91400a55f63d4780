import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** In modules, as ISO/IEC 18004 asks for. */
const QUIET_ZONE = 4;

/** A QR code (ISO/IEC 18004); `size` counts modules, with the quiet zone. */
export function drawQrCode(link: string) {
  // Medium correction survives a smudged screen.
  const code = generate(link, { minCorrectionLevel: correction.M });
  const size = code.size + 2 * QUIET_ZONE;
  const get = (x: number, y: number) => code.get(x - QUIET_ZONE, y - QUIET_ZONE);
  return { size, path: toSvgPath({ ...code, size, get }) };
}
