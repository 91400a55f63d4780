import { z } from 'astro/zod';
import { closestMatch } from 'leven';
import { fill } from '../waitlist/shared/fill.ts';
import { readNames, writeLine } from './front-matter.ts';

/** `correction` is the text to write instead, where it is known. */
type Problem = { sentence: string; correction?: string | undefined };
type Rule = (text: string) => Iterable<Problem> | AsyncIterable<Problem>;

/** `example` is advised where the text is missing. */
export const text = (example: string, ...rules: Rule[]) =>
  z
    .string({
      error: ({ path }) =>
        `is missing. ${writeLine(path?.join('.') ?? '', example, ' under this line')}`,
    })
    .trim()
    .superRefine(async (text, context) => {
      for (const rule of rules) {
        for await (const { sentence, correction } of rule(text)) {
          context.addIssue({ code: 'custom', message: sentence, params: { correction } });
        }
      }
    })
    .overwrite((text) => fill(text, readNames()));

/** A line of at most `max` characters, which must hold each of `blanks` in braces. */
export const line = (max: number, blanks: string[] = [], ...rules: Rule[]) => {
  const example = ['its text', ...blanks.map((blank) => `{${blank}}`)].join(' ');
  return text(example, (text) => textProblems(text, blanks), ...rules)
    .min(1, 'is empty. Write a text.')
    .max(max, {
      error: ({ input }) =>
        `is ${String(input).length} characters long and has room for ${max}. Make it shorter.`,
    })
    .overwrite((text) => {
      // A test of the layouts repeats each text; a text message is as long as its link lets it be.
      const isTest = process.env.LONGEST_TEXTS && !text.includes('{link}');
      return isTest ? text.padEnd(max, text.replaceAll(/\{\w+\}/g, '')) : text;
    });
};

export const each = <Key extends string, Schema>(schema: Schema, ...keys: Key[]) =>
  Object.fromEntries(keys.map((key) => [key, schema])) as Record<Key, Schema>;

const LINK = /\]\((?!\/|https:\/\/|mailto:|#)([^)]*)\)/;

export function* textProblems(text: string, blanks: string[] = []): Generator<Problem> {
  if (text.includes('\uFFFD')) yield { sentence: 'has � in place of a letter. Write that letter.' };
  const [, address] = LINK.exec(text) ?? [];
  if (address) {
    yield { sentence: `has a link to ${address}, and a link begins with https:// or with /.` };
  }
  const names = [...blanks, ...Object.keys(readNames())];
  const unknown = text.match(/\{[^{}]*\}|[{}]/g)?.find((it) => !names.includes(it.slice(1, -1)));
  if (unknown) {
    const name = unknown.replaceAll(/[{}]/g, '');
    const meant = closestMatch(name, names, { maxDistance: 2 });
    const sentence = `has ${unknown}, which nothing fills. Braces may hold ${names.join(', ')}.`;
    yield { sentence, correction: text.replace(unknown, meant ? `{${meant}}` : name) };
  }
  for (const blank of blanks.map((name) => `{${name}}`)) {
    const correction = `${text.replaceAll(blank, '').trim()} ${blank}`;
    if (text.split(blank).length !== 2)
      yield { sentence: `has to hold ${blank} once.`, correction };
  }
}
