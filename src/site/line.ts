import { z } from 'astro/zod';
import { lengthen, namesOf, withLongestNames } from './names.ts';

/** What is wrong with a text, and the right text where it can be said. */
export interface Problem {
  sentence: string;
  right?: string | undefined;
}

/** Tells the problems of a text. */
export type Rule = (text: string) => Problem[] | Promise<Problem[]>;

/** A text that is judged by rules. */
export const text = (...rules: Rule[]) =>
  z
    .string('has to be a text.')
    .trim()
    .superRefine(async (text, context) => {
      for (const { sentence, right } of (
        await Promise.all(rules.map((rule) => rule(text)))
      ).flat()) {
        context.addIssue({ code: 'custom', message: sentence, params: { right } });
      }
    });

/** One line of at most `max` characters. `blanks` are the names in braces that it must hold. */
export const line = (max: number, blanks: string[] = [], ...rules: Rule[]) =>
  text((written) => lineProblems(written, max, blanks), ...rules).overwrite((written) =>
    lengthen(written, max),
  );

function lineProblems(text: string, max: number, blanks: string[]): Problem[] {
  if (!text) return [{ sentence: 'is empty. Write a text.' }];
  const { length } = withLongestNames(text);
  const longest = length > text.length ? ', with names as long as they may be,' : '';
  const tooLong = `is ${length} characters long${longest} and has room for ${max}. Make it shorter.`;
  if (length > max) return [{ sentence: tooLong }];
  const wrong = blanks.find((blank) => text.split(`{${blank}}`).length !== 2);
  if (!wrong) return textProblems(text, blanks);
  const right = `${text.replaceAll(`{${wrong}}`, '').trim()} {${wrong}}`;
  return [{ sentence: `has to hold {${wrong}} once.`, right }];
}

const HIDDEN = /\s*[\p{Cc}\u2028\u2029]+\s*/gu;
const LINK = /\]\((?!\/|https:\/\/|mailto:|#)([^)]*)\)/;

/** What is wrong with any text: one behind a key, or a line of a page. */
export function textProblems(text: string, blanks: string[] = []): Problem[] {
  const names = [...blanks, ...Object.keys(namesOf({}))];
  const unknown = text.match(/\{[^{}]*\}|[{}]/g)?.find((it) => !names.includes(it.slice(1, -1)));
  const name = unknown?.replaceAll(/[{}]/g, '') ?? '';
  const meant = nearest(name, names);
  const address = LINK.exec(text)?.[1];
  return [
    text.includes('\uFFFD') && {
      sentence: 'has � where a letter was lost. Write that letter again.',
    },
    text.search(HIDDEN) >= 0 && {
      sentence: 'has a line break or another sign that nobody sees.',
      right: text.replaceAll(HIDDEN, ' '),
    },
    unknown && {
      sentence: `has ${unknown}, which nothing fills. Braces may hold ${names.join(', ')}.`,
      right: text.replace(unknown, meant ? `{${meant}}` : name),
    },
    address && {
      sentence: `has a link to ${address}, and a link begins with https:// or with /.`,
      right: text.replace(`(${address})`, `(${httpsOf(address)})`),
    },
  ].filter((problem) => typeof problem === 'object');
}

/** An address of the web. */
export const address = text((written) =>
  written.startsWith('https://') && URL.canParse(written)
    ? []
    : [{ sentence: 'is no whole address, which begins with https://.', right: httpsOf(written) }],
);

const httpsOf = (address: string) =>
  `https://${address.replace(/^\w*:\/*/, '') || 'fabio.example'}`;

/** The one of `words` that shares most letters with what was typed, and three of four at least. */
export function nearest(typed: string, words: string[]): string | undefined {
  const share = (word: string) =>
    [...word].filter((letter) => typed.includes(letter)).length /
    Math.max(word.length, typed.length);
  return words.filter((word) => share(word) >= 0.7).toSorted((a, b) => share(b) - share(a))[0];
}
