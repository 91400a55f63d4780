import { closestMatch } from 'leven';
import { fillPlaceholders } from '../waitlist/shared/labels.ts';
import { plainText } from './markdown.ts';
import type { PlaceholderValues } from './placeholder-values.ts';

export interface Problem {
  sentence: string;
  /** The text to write instead, where it is known. */
  correction?: string | undefined;
  /** Of the Markdown of a page, counted from 0. */
  row?: number;
}

/** Finds what is wrong in a text whose placeholders are not filled yet. A missing text is empty. */
export type Rule = (text: string, values: PlaceholderValues) => Problem[] | Promise<Problem[]>;

/** A text must follow all rules; the first one that it breaks is reported. */
export const firstProblemOf = (...rules: Rule[]): Rule => {
  return async (text, values) => {
    for (const rule of rules) {
      const problems = await rule(text, values);
      if (problems.length) return problems;
    }
    return [];
  };
};

export const requiredText = (max: number, ...rules: Rule[]) =>
  firstProblemOf(mustNotBeEmpty, mustNotBeExample, ...rules, mustFitWithin(max));

/** A text that is shown as it is written, with the placeholders of its example. */
export const plainLine = (max: number, example = '', ...rules: Rule[]) =>
  requiredText(max, ...rules, mustBePlain, mustHaveNoCurlyQuotes, mustHavePlaceholdersOf(example));

export const optional = (rule: Rule): Rule => {
  return (text, values) => (text ? rule(text, values) : []);
};

/** A text must be what `correct` makes of it. */
export const mustEqual = (correct: (text: string) => string, sentence: string): Rule => {
  return (text) => {
    const correction = correct(text);
    return correction === text ? [] : [{ sentence, correction: correction.trim() }];
  };
};

export const mustMatch = (pattern: RegExp, sentence: string): Rule => {
  return (text) => (pattern.test(text) ? [] : [{ sentence }]);
};

const mustNotBeEmpty = mustMatch(/./, 'is empty. Write a text.');
const mustNotBeExample = mustMatch(/^(?!(its|your) text$)/i, 'stands for a text. Write that text.');

const mustFitWithin = (max: number): Rule => {
  return (text, values) => {
    const { length } = fillPlaceholders(text, values);
    const sentence = `is ${length} characters long and has room for ${max}. Make it shorter.`;
    return length > max ? [{ sentence }] : [];
  };
};

const mustBePlain = mustEqual(plainText, 'has Markdown or a tag, which would be shown as written.');

const mustHaveNoCurlyQuotes = mustEqual(
  (text) => text.replace(/^[“”„«](.*)[“”»]$/, '$1'),
  'has curly quotes around it, which would be shown.',
);

/** A text must hold each placeholder of `example` once, and may hold the PlaceholderValues. */
export const mustHavePlaceholdersOf = (example: string): Rule => {
  const own = Array.from(example.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  return (text, values) => {
    const right = [...own, ...Object.keys(values)];
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
