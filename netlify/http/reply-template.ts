import { readFile } from 'node:fs/promises';

export type ReplyName = 'form' | 'joined' | 'admitted' | 'left' | 'not-left';

/**
 * A page of src/pages/reply as the build made it, its {{blanks}} unfilled.
 * Named from netlify/, because packed into one file this code stands in netlify/functions.
 */
export function readReplyTemplate(name: ReplyName): Promise<string> {
  return readFile(new URL(`../http/generated/${name}.html`, import.meta.url), 'utf8');
}
