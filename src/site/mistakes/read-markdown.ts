import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mistake } from './mistake.ts';
import { type Keys, readKeys } from './read-keys.ts';

/** A file of src/content, and what is wrong with the way it is written. */
export interface Markdown extends Keys {
  file: string;
  /** Whether its keys could be told from its text. */
  isRead: boolean;
  /** What stands under the keys, and on which line it begins. */
  body: string;
  bodyLine: number;
  mistakes: Mistake[];
}

const FENCE = '---';

/** Reads `file`, a path from the folder `root`. `paths` are the keys it may have: see readKeys. */
export function readMarkdown(root: string, file: string, paths: string[] = []): Markdown {
  const { rows, mistakes } = readRows(root, file);
  const tell = (line: number, sentence: string, key?: string) =>
    mistakes.push({ file, line, key, sentence });

  const end = rows.findIndex((row, index) => index > 0 && row.trimEnd() === FENCE);
  const isRead = rows[0]?.trimEnd() === FENCE && end > 0;
  if (!isRead && rows.length) {
    const nearly = rows.findIndex((row) => row !== FENCE && /^\s*[-–—]+\s*$/.test(row));
    if (nearly >= 0) tell(nearly + 1, `needs exactly three hyphens. Write: ${FENCE}`);
    else if (end > 0) tell(1, `begins without three hyphens. Write above this line: ${FENCE}`);
    else tell(rows.length, `has no three hyphens under its last key. Write there: ${FENCE}`);
  }
  const keys = readKeys(isRead ? rows.slice(0, end) : [], paths, tell);
  const under = rows.slice(end + 1);
  const bodyLine =
    end +
    2 +
    Math.max(
      under.findIndex((row) => row.trim()),
      0,
    );
  return { ...keys, file, isRead, body: under.join('\n').trim(), bodyLine, mistakes };
}

/** A file's lines; none where it is not saved as UTF-8. */
export function readRows(root: string, file: string): { rows: string[]; mistakes: Mistake[] } {
  const path = join(root, file);
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const rows = new TextDecoder().decode(bytes).split(/\r\n|\r|\n/);
  const lost = rows.flatMap((row, index) => (/[\0\uFFFD]/.test(row) ? [index + 1] : []));
  if (isUtf8(bytes) && !bytes.includes(0)) {
    const sentence = 'has � where a letter was lost. Write that letter again.';
    const keyOf = (line: number) => /^ *(?:- )?(\w+):/.exec(rows[line - 1] ?? '')?.[1];
    return { rows, mistakes: lost.map((line) => ({ file, line, key: keyOf(line), sentence })) };
  }
  const sentence =
    'is not saved as UTF-8. Save it again with that encoding (in the editor, under "Save as"), or paste its text into the file on GitHub.';
  return { rows: [], mistakes: [{ file, line: lost[0], sentence }] };
}
