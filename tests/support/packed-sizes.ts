/**
 * Packs the functions as for a deploy and prints what is in each zip, as JSON: by function, name and
 * compressed bytes of each file. A program of its own, because under Playwright's module loader Netlify's
 * packer does not load ("module is not linked"). Argument: an empty folder for the zip.
 */
import { readFileSync } from 'node:fs';
import { packFunctions } from '../../tools/local/packed-functions.ts';

const [folder = ''] = process.argv.slice(2);
const packed = await packFunctions(process.cwd(), folder, 'zip');
const sizes = packed.map(({ name, path }) => [name, compressedSizes(readFileSync(path))]);
console.log(JSON.stringify(Object.fromEntries(sizes)));

/** From the zip's central directory, as in APPNOTE 4.3.12. */
function compressedSizes(zip: Buffer): { name: string; size: number }[] {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) =>
      zip.readUInt16LE(at + field),
    );
    const entry = {
      name: zip.toString('utf8', at + 46, at + 46 + name),
      size: zip.readUInt32LE(at + 20),
    };
    at += 46 + name + extra + comment;
    return entry;
  });
}
