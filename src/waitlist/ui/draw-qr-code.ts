import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** A QR code (ISO/IEC 18004); `size` counts modules, without the quiet zone of four. */
export function drawQrCode(link: string) {
  // Medium correction survives a smudged screen.
  const code = generate(link, { minCorrectionLevel: correction.M });
  return { size: code.size, path: toSvgPath(code) };
}
