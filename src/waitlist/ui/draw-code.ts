import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

export interface CodePicture {
  /** Modules along one side, without the quiet zone. */
  size: number;
  /** The dark modules, as the `d` of an SVG path. */
  path: string;
}

/** A link as a QR code (ISO/IEC 18004); its medium correction survives a smudged screen. */
export function drawCode(link: string): CodePicture {
  const code = generate(link, { minCorrectionLevel: correction.M });
  return { size: code.size, path: toSvgPath(code) };
}
