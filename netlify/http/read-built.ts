import { readFile } from 'node:fs/promises';
import type { ReplyPage } from '../../src/waitlist/shared/contract.ts';

/**
 * A file that the build made of src/pages/reply. Named from netlify/, because packed into one file this
 * code is in netlify/functions.
 */
export function readBuilt(name: 'consent.json' | `${ReplyPage}.html`): Promise<string> {
  return readFile(new URL(`../http/generated/${name}`, import.meta.url), 'utf8');
}
