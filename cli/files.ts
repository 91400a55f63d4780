import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readSiteUrl } from '../src/waitlist/shared/site-url.ts';
import { BadInput, confirm, type Session } from './session.ts';

/** Writes a file completely or not at all, readable only by its owner. Asks before replacing another. */
export async function writePrivate(session: Session, file: string, content: string | Buffer) {
  if (existsSync(file)) await confirm(session, `Replace ${file}`);
  const partial = `${file}.partial`;
  try {
    // A killed command may have left it.
    rmSync(partial, { force: true });
    writeFileSync(partial, content, { flag: 'wx', mode: 0o600, flush: true });
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    // A full disk's error has no path.
    throw Object.assign(error as Error, { path: file });
  }
}

/** Throws BadInput unless the file's name ends like this, since Git ignores private files by their ending. */
export function requireEnding(file: string, ending: string): void {
  if (!file.endsWith(ending)) throw new BadInput(`The file's name must end in ${ending}.`);
}

export function siteOrigin({ isLocal, env }: Pick<Session, 'isLocal' | 'env'>): string {
  try {
    const origin = readSiteUrl({ SITE_URL: env.SITE_URL }, isLocal ? undefined : '');
    if (isLocal || origin.startsWith('https:')) return origin;
  } catch {
    // What's wrong with it is the same for both.
  }
  throw new BadInput('Set SITE_URL in .env to the https:// URL of the site.');
}
