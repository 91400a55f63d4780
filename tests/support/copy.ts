import type { z } from 'astro/zod';
import { contentRules } from '../../src/content.config.ts';
import { versionOf } from '../../src/site/consent-version.ts';
import { checkFile, filesOf } from '../../src/site/content-problems.ts';
import { readPage } from '../../src/site/markdown.ts';
import { fillPlaceholders, formatNumber } from '../../src/waitlist/shared/labels.ts';

/** Empty if the file is missing. */
async function readCopy<Name extends keyof typeof contentRules>(name: Name) {
  const rules = contentRules[name];
  const [file] = filesOf(name, rules);
  return file ? (await checkFile(file, rules)).data : ({} as z.infer<typeof rules>);
}
const about = await readCopy('about');

/** The site's copy, which tests use to find parts of a page. */
export const copy = {
  site: await readCopy('site'),
  landing: await readCopy('landing'),
  form: await readCopy('form'),
  confirmation: await readCopy('confirmation'),
  share: await readCopy('share'),
  member: await readCopy('member'),
  about: { ...about, page: readPage(about.body) },
  notFound: await readCopy('not-found'),
};

/** The version of the text next to the consent box. */
export const consentVersion = copy.form.consent && versionOf(copy.form.consent);

/** Matches a position's heading. */
export function positionText(position: number): RegExp {
  const text = fillPlaceholders(copy.confirmation.position, { position: formatNumber(position) });
  // The page has line breaks for spaces.
  return RegExp(`${RegExp.escape(text).replaceAll('\\x20', '\\s*')}(?![\\d,])`);
}
