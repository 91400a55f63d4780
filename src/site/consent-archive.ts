import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every text that ever stood beside the box, in a file named by its day and its version. */
export const ARCHIVE = 'src/content/consent';

/** The list of them, the newest last, each with the names that it holds. */
export const SHOWN = `${ARCHIVE}/README.md`;

export interface Shown {
  /** As 2026-11-20-34b03603. */
  name: string;
  product: string;
  lab: string;
  /** Where the list says so. */
  line: number;
}

/** The texts that were shown, from the list; none where there is no list. */
export function readShown(root: string): Shown[] {
  const path = join(root, SHOWN);
  const rows = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return rows.flatMap((row, index) => {
    const [, name, product, lab] = /^\| *(\d[\w-]+) *\|(.+)\|(.+)\|\s*$/.exec(row) ?? [];
    if (!name || !product || !lab) return [];
    return [{ name, product: product.trim(), lab: lab.trim(), line: index + 1 }];
  });
}

/** The texts that are there, by name. */
export function readTexts(root: string): Map<string, string> {
  const folder = join(root, ARCHIVE);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(
    files
      .filter((file) => file.endsWith('.md') && file !== 'README.md')
      .map((file) => [file.slice(0, -3), readFileSync(join(folder, file), 'utf8').trim()]),
  );
}

/** What is stored with everybody who ticks the box: eight hexadecimal digits of the text's SHA-256. */
export function consentVersion(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** A link in such a text: [words](address). */
export const LINK = /\[([^[\]]+)\]\(((?:https:\/)?\/[^\s()"<>]+)\)/g;
