import { readFile } from 'node:fs/promises';

/** `joined-before` is for a replay that is not told her way back. */
export type ReplyName = 'form' | 'joined' | 'joined-before' | 'admitted' | 'left' | 'not-left';

/**
 * A page of src/pages/reply as the build made it, its {{blanks}} unfilled.
 * Named from netlify/, because packed into one file this code stands in netlify/functions.
 */
export function readReplyTemplate(name: ReplyName): Promise<string> {
  return readFile(new URL(`../http/generated/${name}.html`, import.meta.url), 'utf8');
}
