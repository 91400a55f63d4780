import { readdirSync } from 'node:fs';
import { closestMatch } from 'leven';
import { blocksOf, textOf } from './markdown.ts';
import {
  firstProblemOf,
  mustEqual,
  mustHavePlaceholdersOf,
  mustMatch,
  type Rule,
} from './text-rules.ts';

/** The Markdown of a page: its title behind one `#`, then texts, and headings behind two. */
export const markdownPage = (...rules: Rule[]): Rule => {
  return async (body, values) => {
    const pageRules = [mustHaveTitle, ...rules, mustHaveTextsBelowHeadings];
    const ofPage = pageRules.map((rule) => rule(body, values));
    const ofRows = body.split('\n').map(async (text, row) => {
      const problems = await markdownRow(text, values);
      return problems.map((problem) => ({ ...problem, row }));
    });
    return (await Promise.all([...ofPage, ...ofRows])).flat();
  };
};

const mustHaveTitle = mustMatch(/^# ./, 'has no title. Write it above this line, behind one #');

const mustHaveTextsBelowHeadings: Rule = (body) => {
  return blocksOf(body).flatMap((block, i, blocks) => {
    if (block.type !== 'heading') return [];
    const row = (block.position?.start.line ?? 1) - 1;
    if (block.depth === 1 && i > 0) {
      const sentence = 'is a second title, and a page has one.';
      return [{ row, sentence, correction: `## ${textOf(block)}` }];
    }
    const hasText = blocks[i + 1] && blocks[i + 1]?.type !== 'heading';
    return hasText ? [] : [{ row, sentence: 'has no text. Write one under this line.' }];
  });
};

export const mustBeOneParagraph = mustEqual(
  (text) => text.replaceAll(/^#+ +/gm, '').replaceAll(/\s*\n\s*/g, ' '),
  'has room for one paragraph without a heading, in place of all below the hyphens.',
);

const mustHaveNoTags = mustEqual(
  (text) =>
    text
      .replaceAll(/<a\b[^<>]*href=["']?([^"'\s<>]*)[^<>]*>(.*?)<\/a>/gi, '[$2]($1)')
      .replaceAll(/<\/?[a-z][^<>]*>/gi, ''),
  'has a tag. Links are written [Terms](/privacy#texts), and bold **so**.',
);

const mustHaveNoPicture = mustEqual(
  (text) => text.replaceAll(/!\[[^[\]]*\]\([^()]*\)/g, ''),
  'has a picture, and this page shows none.',
);

const mustHaveRightLinks = mustEqual(
  (text) => text.replaceAll(/(?<=\]\()[^()\s]*/g, rightAddress),
  'has a link that leads nowhere.',
);

/** The address itself where it leads somewhere, else the one that was probably meant. */
function rightAddress(address: string): string {
  const pages = readdirSync('src/pages').filter((file) => /^[a-z].*\.astro$/.test(file));
  const paths = pages.map((file) => `/${file.replaceAll(/^index|\.astro$/g, '')}`);
  const [path = ''] = address.split(/[?#]/);
  if (/^(https:\/\/\w|mailto:|tel:|#)/.test(address) || paths.includes(path)) return address;
  const host = address.replace(/^(http:)?\/*/, '');
  if (host.includes('.')) return `https://${host}`;
  return closestMatch(path, paths, { maxDistance: 3 }) ?? '/';
}

export const markdownRow = firstProblemOf(
  mustHaveNoTags,
  mustHaveNoPicture,
  mustHaveRightLinks,
  mustHavePlaceholdersOf(''),
);
