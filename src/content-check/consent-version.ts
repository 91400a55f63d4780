import { createHash } from 'node:crypto';

/** The version of a consent text: the start of its SHA-256. */
export const versionOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 8);
