import { readFile } from 'node:fs/promises';
import type { ReplyPage } from '../../src/waitlist/shared/contract.ts';

/** A file that the build wrote from src/pages/reply. The path also works once this code is bundled into netlify/functions. */
export function readBuilt(name: 'consent.json' | `${ReplyPage}.html`): Promise<string> {
  return readFile(new URL(`../http/generated/${name}`, import.meta.url), 'utf8');
}
