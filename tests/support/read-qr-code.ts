import decodeQR from 'qr/decode.js';
import sharp from 'sharp';

/** The text of the QR code in a picture. */
export async function readQrCode(png: Buffer): Promise<string> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ data, width: info.width, height: info.height });
}
