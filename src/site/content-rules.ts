import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { z } from 'astro/zod';
import { SegmentedMessage } from 'sms-segments-calculator';
import { readSiteUrl } from '../waitlist/shared/site-url.ts';
import { nodesOf } from './markdown.ts';
import { PLACEHOLDERS } from './placeholder-values.ts';

/** Reports what is wrong in a text, whose placeholders of site.yml are filled in. */
type Report = (sentence: string, row?: number) => void;

/** `row` is counted from 0. */
export const rule = (check: (text: string, report: Report) => void | Promise<void>) => {
  return async (text: string, context: z.RefinementCtx) =>
    check(text, (message, row = 0) => context.addIssue({ code: 'custom', message, path: [row] }));
};

const text = z.string('is missing.').min(1, { error: 'is empty.', abort: true });

const ofLength = (max: number) =>
  text.max(max, {
    error: ({ input }) => `is ${input?.length} characters long and has room for ${max}.`,
  });

const TAG = /<\/?[a-z][^<>]*>/i;

/** A label of at most `max` characters, with each of `own` placeholders once, such as `firstName`. */
export const label = (max: number, ...own: string[]) =>
  ofLength(max).superRefine(mustBePlain(...own));

const mustBePlain = (...own: string[]) =>
  rule((text, report) => {
    if (TAG.test(text)) report('has an HTML tag, which would be shown as it is.');
    checkPlaceholders(text, report, own);
    for (const name of own) {
      if (text.split(`{${name}}`).length !== 2) report(`has to hold {${name}} once.`);
    }
  });

function checkPlaceholders(text: string, report: Report, own: string[] = [], row?: number) {
  const known = [...own, ...PLACEHOLDERS];
  for (const [found] of text.matchAll(/\{+[^{}]*\}*|\}/g)) {
    if (own.some((name) => found === `{${name}}`)) continue;
    report(`has ${found}, which nothing fills in. Braces may hold ${known.join(', ')}.`, row);
  }
}

/** As long as one text message holds, with the link that `linkOf` makes; more may arrive in parts. */
export const textMessage = (linkOf: (origin: string) => string) =>
  text
    // The alphabet of text messages lacks curly ones, and one makes it twice as long.
    .transform((text) => text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"'))
    .superRefine(mustBePlain('link'))
    .superRefine(
      rule((text, report) => {
        const link = linkOf(readSiteUrl(process.env, UNKNOWN_SITE));
        const message = new SegmentedMessage(text.replace('{link}', link));
        const special = [...new Set(message.getNonGsmCharacters())].join(' ');
        const room = special ? 70 : 160;
        const length = message.messageSize / (special ? 16 : 7);
        const why = special && `with ${special} `;
        if (length > room)
          report(`${why}has room for ${room} characters, and is ${length} long with its link.`);
      }),
    );

/** Where the site's address is not known, 45 characters are room for most. */
const UNKNOWN_SITE = `https://${'x'.repeat(37)}`;

/** Markdown in one line, such as the consent. */
export const markdownLine = (max: number) => ofLength(max).superRefine(rule(checkMarkdown));

/** A page: its title behind one #, then texts, and headings behind two. */
export const markdownPage = text.superRefine(
  rule((body, report) => {
    if (!/^# ./.test(body)) report('has to begin with its title, behind one # and a space.');
    checkMarkdown(body, report);
  }),
);

function checkMarkdown(markdown: string, report: Report) {
  for (const node of nodesOf(markdown)) {
    const row = (node.position?.start.line ?? 1) - 1;
    if (node.type === 'html') report('has an HTML tag, which pages cannot show.', row);
    if (node.type === 'image') report('has a picture, which this page cannot show.', row);
    if (node.type === 'link' && !leadsSomewhere(node.url))
      report(
        `has a link to ${node.url}, which leads nowhere. Links begin with https:// or mailto:, or are one of ${pagePaths().join(' ')}`,
        row,
      );
    if (node.type !== 'text') continue;
    if (/^##+[^\s#]/m.test(node.value)) report('has a heading without a space behind its #.', row);
    checkPlaceholders(node.value, report, [], row);
  }
}

const leadsSomewhere = (url: string) =>
  /^(https:\/\/\w|mailto:|tel:|#)/.test(url) || pagePaths().includes(url.split(/[?#]/)[0] ?? '');

function pagePaths(): string[] {
  const files = readdirSync('src/pages').filter((file) => /^[a-z]\w*\.astro$/.test(file));
  const names = [...files, ...readdirSync('src/content/pages')].map((file) => parse(file).name);
  return names.map((name) => `/${name === 'index' ? '' : name}`);
}
