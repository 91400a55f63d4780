import { readText, writeText } from './written-text.ts';

/** What stands between the two lines of hyphens. */
export interface Keys {
  /** What the keys hold: texts, blocks of texts, lists of such blocks. */
  data: Block;
  /** The line of each, by its path: `hero`, `hero.alt`, `boxes.1.label`. */
  lines: Map<string, number>;
}

interface Block {
  [key: string]: string | Block | Block[];
}

/** Told of each mistake: its line, what is wrong and what to write, and of which key. */
export type Tell = (line: number, sentence: string, key?: string) => unknown;

/**
 * Reads the part of YAML that a page's words need: one key and one text a line, blocks of keys behind
 * two spaces, lists of blocks behind two spaces and a hyphen. So each mistake can be told in plain
 * words, and `12` and `yes` are texts too. `paths` are the keys that there may be, such as `hero.alt`
 * and `boxes.#.label`: a line behind the wrong number of spaces is read as the one it should be.
 * `rows` are the file's lines from its first on.
 */
export function readKeys(rows: string[], paths: string[], tell: Tell): Keys {
  const data: Block = {};
  const lines = new Map<string, number>();
  // The block or list that was begun last: how the paths of its keys begin, and where they are kept.
  let prefix = '';
  let block = data;
  let items: Block[] | undefined;

  for (const { line, start, key, gap, raw, more } of splitRows(rows, paths, tell)) {
    const known = [key, prefix + key].filter((each) => paths.includes(each));
    const place =
      known.find((each) => spacesOf(each) === start.length) ??
      known.at(start ? -1 : 0) ??
      (start ? prefix + key : key);
    if (place === key) {
      prefix = '';
      block = data;
      items = undefined;
    }
    // A list's first key begins its next item, also where its hyphen was forgotten.
    const isFirst = key === Object.keys(items?.[0] ?? {})[0] && key in block;
    const opensItem = items !== undefined && (start.includes('-') || !items.length || isFirst);
    if (opensItem) {
      block = {};
      items?.push(block);
    }

    const path = place.replace('#', `${items?.length}`);
    const first = lines.get(path);
    if (first) {
      tell(line, `stands twice, first in line ${first}. Take one of the two away.`, path);
      continue;
    }
    lines.set(path, line);

    // A text begun with > or | goes on in the lines under it.
    const written = more.length ? [raw.replace(/^[>|][+-]?$/, ''), ...more] : [raw];
    const { text, problem } = readText(written.join(' ').replaceAll('\t', ' ').trim());
    if (paths.some((each) => each.startsWith(`${place}.#.`))) {
      prefix = `${key}.#.`;
      items = [];
      data[key] = items;
    } else if (!raw && (!known.length || paths.some((each) => each.startsWith(`${place}.`)))) {
      prefix = `${key}.`;
      block = {};
      data[key] = block;
    } else {
      block[key] = text;
    }

    const spaces = opensItem ? 2 : spacesOf(place);
    const rightStart = ' '.repeat(spaces) + (opensItem ? '- ' : '');
    const write = `Write: ${rightStart}${key}: ${writeText(text)}`.trimEnd();
    if (more.length) {
      const under = more.length > 1 ? `the ${more.length} lines under it` : 'the line under it';
      tell(
        line,
        `goes on in ${under}, and a text stands on one. Take away ${under}. ${write}`,
        path,
      );
    } else if (/[^\S ]/.test(start + gap) || raw.includes('\t')) {
      tell(line, `has a tab in it, and only the space bar makes spaces. ${write}`, path);
    } else if (raw && !gap) {
      tell(line, `needs a space after its colon. ${write}`, path);
    } else if (known.length && start !== rightStart) {
      const needed = opensItem ? '2 spaces and a hyphen' : `${spaces || 'no'} spaces`;
      tell(line, `needs ${needed} in front of it. ${write}`, path);
    } else if (problem) {
      tell(line, `${problem}. ${write}`, path);
    }
  }
  return { data, lines };
}

/** How many spaces stand in front of a key, those of a list's second key with its hyphen's. */
export const spacesOf = (path: string) => 2 * (path.split('.').length - 1);

const ROW = /^(?<start>\s*(?:-\s+)?)(?<key>[\w-]+)\s*:(?<gap>\s*)(?<raw>.*?)\s*$/;

interface Row {
  line: number;
  /** Spaces, and the hyphen of a list. */
  start: string;
  key: string;
  /** What stands between colon and text. */
  gap: string;
  raw: string;
  /** The lines under it that have no key of their own. */
  more: string[];
}

function splitRows(rows: string[], paths: string[], tell: Tell): Row[] {
  const names = new Set(paths.map((path) => path.split('.').at(-1)));
  const found: Row[] = [];
  for (const [index, row] of rows.entries()) {
    if (/^\s*(#|---\s*$|$)/.test(row)) continue;
    const [, indent = '', word = '', text = ''] = /^(\s*)(\w+) +(.+)$/.exec(row) ?? [];
    const isElsewhere = rows.some((each) => ROW.exec(each)?.groups?.key === word);
    if (names.has(word) && !isElsewhere) {
      const write = `Write: ${indent}${word}: ${writeText(text)}`;
      tell(index + 1, `needs a colon behind its key. ${write}`, word);
      found.push({ line: index + 1, start: indent, key: word, gap: ' ', raw: text, more: [] });
      continue;
    }
    const { start = '', key = '', gap = '', raw = '' } = ROW.exec(row)?.groups ?? {};
    if (key && (gap || !raw || names.has(key))) {
      found.push({ line: index + 1, start, key, gap, raw, more: [] });
    } else if (found.length) {
      found.at(-1)?.more.push(row.trim());
    } else {
      tell(index + 1, 'is a line without a key. Write a key, a colon, a space and the text.');
    }
  }
  return found;
}
