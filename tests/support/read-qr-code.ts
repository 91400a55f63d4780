import decodeQR from 'qr/decode.js';
import sharp from 'sharp';

/** The text of the QR code in a picture. Like a camera, it sees nothing in shades of black. */
export async function readQrCode(png: Buffer): Promise<string> {
  const pixels = sharp(png).threshold().ensureAlpha().raw();
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
  return decodeQR({ data, width: info.width, height: info.height });
}
