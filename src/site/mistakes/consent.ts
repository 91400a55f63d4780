import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fill } from '../../waitlist/shared/fill.ts';
import {
  ARCHIVE,
  consentVersion,
  LINK,
  readShown,
  readTexts,
  SHOWN,
  type Shown,
} from '../consent-archive.ts';
import type { Mistake } from './mistake.ts';
import { type Markdown, readRows } from './read-markdown.ts';

/** As long as six lines on a phone: what the carriers ask for takes most of them. */
const MAX_LENGTH = 420;

/** Today's, from src/content/site.md. */
type Names = Record<'product' | 'lab', string>;

/** What is wrong with the texts that were shown beside the box, and with their list. */
export function consentMistakes(
  root: string,
  site: Markdown,
  privacy: Markdown | undefined,
  names: Names,
): Mistake[] {
  const shown = readShown(root);
  const texts = readTexts(root);
  if (texts.size && !existsSync(join(root, SHOWN))) {
    return [{ file: SHOWN, sentence: 'is missing. Put the file back.' }];
  }
  const deleted = shown.filter(({ name }) => !texts.has(name));
  const mistakes = [
    ...deleted.map(({ name, line }) => ({
      file: SHOWN,
      line,
      sentence: `${name}.md is on this list and not in the folder. People agreed to its text: put the file back.`,
    })),
    ...[...texts].flatMap(([name, text]) => {
      const file = `${ARCHIVE}/${name}.md`;
      const { mistakes } = readRows(root, file);
      if (mistakes.length) return mistakes;
      const isListed = shown.some((each) => each.name === name);
      const sentence = textProblem(name, text, isListed, names);
      return sentence ? [{ file, line: 1, sentence }] : [];
    }),
  ];
  const newest = shown.at(-1);
  if (!newest || mistakes.length) return mistakes;
  const text = texts.get(newest.name) ?? '';
  const renamed = renameProblem(newest, text, names);
  if (renamed) return [{ file: site.file, line: site.lines.get(renamed.key), ...renamed }];
  return privacy ? lostHeadings(text, privacy) : [];
}

/** What the text's links to the page about privacy lead to, by the rule of its headings' addresses. */
function lostHeadings(text: string, { file, body, bodyLine }: Markdown): Mistake[] {
  const headings = [...body.matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...text.matchAll(LINK)].flatMap(([, words, address = '']) => {
    const [, wanted] = /^\/privacy#(.+)$/.exec(address) ?? [];
    if (!wanted || headings.includes(wanted)) return [];
    const sentence = `the text beside the box links to a heading "${wanted}" here (by the word ${words}), and there is none. Write one of that name above its part: ## ${wanted}`;
    return [{ file, line: bodyLine, sentence }];
  });
}

function textProblem(name: string, text: string, isListed: boolean, names: Names) {
  const isNamedSo = /^\d{4}-\d\d-\d\d-/.test(name) && name.endsWith(`-${consentVersion(text)}`);
  if (isListed && isNamedSo) return undefined;
  if (isListed) {
    return `people agreed to this text as it was. Undo what was changed in it. For a new text, ${askFor(text, names)}`;
  }
  const [sign] = /[*`[\]\\]|^[#+-]/.exec(text.replaceAll(LINK, '$1')) ?? [];
  if (!text || text.includes('\n')) return 'has to hold one line of text.';
  if (text.length > MAX_LENGTH) {
    return `is ${text.length} characters long. Keep it to ${MAX_LENGTH}.`;
  }
  if (sign) return `has ${sign} in it. Write plain words, and links as [words](/privacy).`;
  if (/[{}]/.test(text)) {
    return `has a name in braces, and people agree to a text as it stands. Write: ${fill(text, names)}`;
  }
  if (!text.includes(names.lab)) return `has to say who texts, "${names.lab}".`;
  if (!isNamedSo) return `has another name than its text asks for. Instead, ${askFor(text, names)}`;
  return `is not on the list of texts. To show it, ${askForLine(name, names)}`;
}

/** Whether the newest text has the names of another day, and which text has today's. */
function renameProblem(newest: Shown, text: string, names: Names) {
  const keys = (['lab', 'product'] as const).filter(
    (each) => newest[each] !== names[each] && text.includes(newest[each]),
  );
  const [key] = keys;
  if (!key && text.includes(names.lab)) return undefined;
  if (!key) {
    const sentence = `the text beside the box has to say who texts, "${names.lab}". Put one that does into a new file: ${SHOWN} says how.`;
    return { key: 'lab', sentence };
  }
  // The longer first, since one may hold the other.
  keys.sort((a, b) => newest[b].length - newest[a].length);
  const old = new RegExp(keys.map((each) => RegExp.escape(newest[each])).join('|'), 'g');
  const right = text.replace(old, (name) => (name === newest.lab ? names.lab : names.product));
  const sentence = `the text beside the box still says "${newest[key]}", as people agreed to it. For the new name, ${askFor(right, names)}`;
  return { key, sentence };
}

/** What to do for a new text. */
function askFor(given: string, names: Names): string {
  const text = fill(given, names);
  const name = `${new Date().toISOString().slice(0, 10)}-${consentVersion(text)}`;
  return `make the file ${ARCHIVE}/${name}.md with this one line:\n${text}\nThen ${askForLine(name, names)}`;
}

function askForLine(name: string, { product, lab }: Names): string {
  return `write under the last line of ${SHOWN}:\n| ${name} | ${product} | ${lab} |`;
}
