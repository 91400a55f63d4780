import decodeQR from 'qr/decode.js';
import sharp from 'sharp';

/** What a friend's camera reads from a screenshot of a QR code. */
export async function readCode(png: Buffer): Promise<string> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ data, width: info.width, height: info.height });
}
