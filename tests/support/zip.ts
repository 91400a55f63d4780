/** What a zip holds and how much of it each file takes, read from its central directory (APPNOTE 4.3.12). */
export function compressedSizes(zip: Buffer): { name: string; size: number }[] {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    const size = zip.readUInt32LE(at + 20);
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) =>
      zip.readUInt16LE(at + field),
    );
    const entry = { name: zip.toString('utf8', at + 46, at + 46 + name), size };
    at += 46 + name + extra + comment;
    return entry;
  });
}
