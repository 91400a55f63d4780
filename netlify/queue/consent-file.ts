import { readFile } from 'node:fs/promises';

export interface CurrentConsent {
  /** Eight hexadecimal digits of the text's SHA-256. */
  version: string;
  text: string;
}

/**
 * The text beside the box as the build wrote it; null where there is no box. The path holds from
 * netlify/functions, too, where the packed code is.
 */
export async function readCurrentConsent(): Promise<CurrentConsent | null> {
  const file = new URL('../http/generated/consent.json', import.meta.url);
  return JSON.parse(await readFile(file, 'utf8'));
}
