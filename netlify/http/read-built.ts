import { readFile } from 'node:fs/promises';
import type { ReplyPage } from '../../src/waitlist/shared/contract.ts';

/** Reads a file that the build made from src/pages/reply. The path also works from the bundled function. */
export function readBuilt(name: 'consent.json' | `${ReplyPage}.html`): Promise<string> {
  return readFile(new URL(`../http/generated/${name}`, import.meta.url), 'utf8');
}
