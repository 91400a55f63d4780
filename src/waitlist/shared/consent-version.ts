import { createHash } from 'node:crypto';

/** The version of a consent text: the start of its SHA-256. Not for the browser, which has no node:crypto. */
export const versionOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 8);
