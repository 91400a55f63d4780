import { closestMatch } from 'leven';
import { missingLetters } from '../pictures/typeface.ts';
import { fillPlaceholders } from '../waitlist/shared/labels.ts';
import { plainText } from './markdown.ts';
import type { Names } from './names.ts';

export interface Problem {
  sentence: string;
  /** The text to write instead, where it is known. */
  correction?: string | undefined;
  /** Of the Markdown of a page, counted from 0. */
  row?: number;
}

/** Finds what is wrong in a text whose placeholders are not filled yet. A missing text is empty. */
export type Rule = (text: string, names: Names) => Problem[] | Promise<Problem[]>;

/** A text has to follow all rules; the first one that it breaks is reported. */
export const inOrder = (...rules: Rule[]): Rule => {
  return async (text, names) => {
    for (const rule of rules) {
      const problems = await rule(text, names);
      if (problems.length) return problems;
    }
    return [];
  };
};

export const text = (max: number, ...rules: Rule[]) =>
  inOrder(isThere, isNoExample, ...rules, isWithin(max));

/** A text that is shown as it is written, with the placeholders of its example. */
export const line = (max: number, example = '', ...rules: Rule[]) =>
  text(max, ...rules, isPlain, hasNoCurlyQuotes, hasPlaceholdersOf(example));

export const optional = (rule: Rule): Rule => {
  return (text, names) => (text ? rule(text, names) : []);
};

/** A text has to be what `correct` makes of it. */
export const isUnchangedBy = (correct: (text: string) => string, sentence: string): Rule => {
  return (text) => {
    const correction = correct(text);
    return correction === text ? [] : [{ sentence, correction: correction.trim() }];
  };
};

/** A text has to match. */
export const matches = (pattern: RegExp, sentence: string): Rule => {
  return (text) => (pattern.test(text) ? [] : [{ sentence }]);
};

const isThere = matches(/./, 'is empty. Write a text.');
const isNoExample = matches(/^(?!(its|your) text$)/i, 'stands for a text. Write that text.');

const isWithin = (max: number): Rule => {
  return (text, names) => {
    const { length } = fillPlaceholders(text, names);
    const sentence = `is ${length} characters long and has room for ${max}. Make it shorter.`;
    return length > max ? [{ sentence }] : [];
  };
};

/** The title's typeface has all letters. */
export const isDrawn: Rule = (text) => {
  const missing = missingLetters(text);
  const correction = missing.reduce((left, letter) => left.replaceAll(letter, ''), text).trim();
  const sentence = `has ${missing.join(' ')}, which its typeface lacks.`;
  return missing.length ? [{ sentence, correction }] : [];
};

const isPlain = isUnchangedBy(plainText, 'has Markdown or a tag, which would be shown as written.');

const hasNoCurlyQuotes = isUnchangedBy(
  (text) => text.replace(/^[“”„«](.*)[“”»]$/, '$1'),
  'has curly quotes around it, which would be shown.',
);

/** Has each placeholder of `example` once, and beside these the names alone. */
export const hasPlaceholdersOf = (example: string): Rule => {
  const own = Array.from(example.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  return (text, names) => {
    const right = [...own, ...Object.keys(names)];
    const lost = own.find((name) => text.split(`{${name}}`).length !== 2);
    // Braces and what they hold, or one brace whose other is lost.
    const found = text.match(/\{+[^{}]*\}+|\{\w*|\w*\}/g) ?? [];
    const wrong = found.find((placeholder) => !right.some((name) => placeholder === `{${name}}`));
    if (wrong !== undefined) {
      const inside = wrong.replaceAll(/[{}]/g, '').trim();
      const meant = closestMatch(inside, right, { maxDistance: 2 }) ?? lost;
      const correction = text.replace(wrong, () => (meant ? `{${meant}}` : inside));
      const sentence = `has ${wrong}, which nothing fills. Braces may hold ${right.join(', ')}.`;
      return [{ sentence, correction }];
    }
    return lost ? [{ sentence: `has to hold {${lost}} once.`, correction: example }] : [];
  };
};
