import { hash } from 'node:crypto';

/** The version of a consent text: the start of its SHA-256. */
export const versionOf = (text: string): string => hash('sha256', text).slice(0, 8);
