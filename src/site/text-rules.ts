import { readdirSync } from 'node:fs';
import { closestMatch } from 'leven';
import { type MdastNode, markdownToMdast } from 'satteri';
import { NAMES } from './content-file.ts';

/** `correction` is the text to write instead, where it is known. */
export type Problem = { sentence: string; correction?: string | undefined } | undefined;
export type Rule = (text: string) => Problem | Promise<Problem>;

/** The text of a key. */
export interface Field {
  /** Finds one problem at most in each of its lines. A text that is not there is empty. */
  check(text: string): Promise<Problem[]>;
  /** In characters, where a page has room for so many. */
  max?: number;
}

export const text = (max: number, ...rules: Rule[]): Field => ({
  check: async (text) => [
    await firstProblem(text, [isThere, isNoPlaceholder, ...rules, isWithin(max)]),
  ],
});

/** A text that is shown as it is written, with the blanks of its example. */
export const line = (max: number, example = '', ...rules: Rule[]): Field => ({
  ...text(max, ...rules, isPlain, hasNoCurlyQuotes, hasBlanksOf(example)),
  max,
});

export const optional = ({ check }: Field): Field => ({
  check: async (text) => (text ? check(text) : []),
});

export const each = <Key extends string, Value>(value: Value, ...keys: Key[]) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>;

export async function firstProblem(text: string, rules: Rule[]): Promise<Problem> {
  for (const rule of rules) {
    const problem = await rule(text);
    if (problem) return problem;
  }
  return undefined;
}

/** A text has to be what `correct` makes of it. */
export const isUnchangedBy = (correct: (text: string) => string, sentence: string): Rule => {
  return (text) => {
    const correction = correct(text).trim();
    return correction === text ? undefined : { sentence, correction };
  };
};

/** A text has to match. */
export const matches = (pattern: RegExp, sentence: string): Rule => {
  return (text) => (pattern.test(text) ? undefined : { sentence });
};

const isThere = matches(/./, 'is empty. Write a text.');
const isNoPlaceholder = matches(/^(?!(its|your) text$)/i, 'stands for a text. Write that text.');

const isWithin = (max: number): Rule => {
  return ({ length }) => {
    const sentence = `is ${length} characters long and has room for ${max}. Make it shorter.`;
    return length > max ? { sentence } : undefined;
  };
};

function textOf(node: MdastNode): string {
  if ('children' in node) return node.children.map(textOf).join('');
  return 'value' in node && node.type !== 'html' ? node.value : '';
}

/** A line without Markdown and tags. Behind a word no sign begins a heading or a list. */
export const plainText = (text: string) => textOf(markdownToMdast(`a ${text}`)).slice(2);

const isPlain = isUnchangedBy(plainText, 'has Markdown or a tag, which would be shown as written.');

const hasNoCurlyQuotes = isUnchangedBy(
  (text) => text.replace(/^[“”„«](.*)[“”»]$/, '$1'),
  'has curly quotes around it, which would be shown.',
);

/** Holds each blank of `example` once, and none beside these and the names. */
const hasBlanksOf = (example: string): Rule => {
  const own = Array.from(example.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const right = [...own, ...NAMES];
  return (text) => {
    const lost = own.find((name) => text.split(`{${name}}`).length !== 2);
    const inText = text.match(/\{+[^{}]*\}+|\{\w*|\w*\}/g) ?? [];
    const wrong = inText.find((blank) => !right.some((name) => blank === `{${name}}`));
    if (wrong !== undefined) {
      const inside = wrong.replaceAll(/[{}]/g, '').trim();
      const meant = closestMatch(inside, right, { maxDistance: 2 }) ?? lost;
      const sentence = `has ${wrong}, which nothing fills. Braces may hold ${right.join(', ')}.`;
      return { sentence, correction: text.replace(wrong, () => (meant ? `{${meant}}` : inside)) };
    }
    return lost ? { sentence: `has to hold {${lost}} once.`, correction: example } : undefined;
  };
};

const hasNoTags = isUnchangedBy(
  (text) =>
    text
      .replaceAll(/<a\b[^<>]*href=["']?([^"'\s<>]*)[^<>]*>(.*?)<\/a>/gi, '[$2]($1)')
      .replaceAll(/<\/?[a-z][^<>]*>/gi, ''),
  'has a tag. Links are written [Terms](/privacy#texts), and bold **so**.',
);

const hasNoPicture = isUnchangedBy(
  (text) => text.replaceAll(/!\[[^[\]]*\]\([^()]*\)/g, ''),
  'has a picture, and this page shows none.',
);

const hasRightLinks = isUnchangedBy(
  (text) => text.replaceAll(/(?<=\]\()[^()\s]*/g, rightAddress),
  'has a link that leads nowhere.',
);

function rightAddress(address: string): string {
  if (/^(https:\/\/\w|mailto:|tel:|#)/.test(address)) return address;
  const pages = readdirSync('src/pages').filter((file) => file.endsWith('.astro'));
  const paths = pages.map((file) => `/${file.replaceAll(/^index|\.astro$/g, '')}`);
  const host = address.replace(/^(http:)?\/*/, '');
  const [path = ''] = address.split(/[?#]/);
  if (paths.includes(path)) return address;
  return host.includes('.')
    ? `https://${host}`
    : (closestMatch(path, paths, { maxDistance: 3 }) ?? '/');
}

/** For a line of Markdown. */
export const MARKDOWN_RULES = [hasNoTags, hasNoPicture, hasRightLinks, hasBlanksOf('')];
