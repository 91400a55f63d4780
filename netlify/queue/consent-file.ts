import { readdir, readFile } from 'node:fs/promises';
import { CONSENT_VERSION } from '../../src/waitlist/shared/contract.ts';

/** Packed along by netlify.toml, and at the same way from netlify/functions, where this code stands then. */
const FOLDER = new URL('../../src/content/consent/', import.meta.url);

/** The file with the text of a version; undefined for one that was never shown. */
export async function consentFile(version: string): Promise<URL | undefined> {
  if (!CONSENT_VERSION.test(version)) return undefined;
  // Without the folder there is no box: none of the texts was ever shown.
  const names = await readdir(FOLDER).catch(() => []);
  const name = names.find((file) => file.endsWith(`-${version}.md`));
  return name ? new URL(name, FOLDER) : undefined;
}

/** Its words, on one line; empty where it is no text of ours, and so no proof. */
export async function consentText(version: string): Promise<string> {
  const file = await consentFile(version);
  return file ? (await readFile(file, 'utf8')).trim() : '';
}
