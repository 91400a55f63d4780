import { readdir, readFile } from 'node:fs/promises';

const FOLDER = new URL('../src/content/consent/', import.meta.url);

/** The text that people agreed to who saw this version; undefined where no file holds it. */
export async function consentText(version: string): Promise<string | undefined> {
  const names = await readdir(FOLDER);
  const name = names.find((file) => file.endsWith(`-${version}.md`));
  return name && (await readFile(new URL(name, FOLDER), 'utf8')).trim();
}
