import { contentRules } from '../../src/content.config.ts';
import { describeConsent } from '../../src/site/consent.ts';
import { checkFile } from '../../src/site/content-loader.ts';
import { readTitle } from '../../src/site/markdown.ts';
import { formatNumber } from '../../src/waitlist/shared/labels.ts';

const { data: about } = await checkFile('about', contentRules.about);
const { data: notFound } = await checkFile('not-found', contentRules['not-found']);

/** The copy of src/content, by which tests find parts of a page. */
export const copy = {
  site: (await checkFile('site', contentRules.site)).data,
  landing: (await checkFile('landing', contentRules.landing)).data,
  form: (await checkFile('form', contentRules.form)).data,
  confirmation: (await checkFile('confirmation', contentRules.confirmation)).data,
  share: (await checkFile('share', contentRules.share)).data,
  member: (await checkFile('member', contentRules.member)).data,
  about: { ...about, ...readTitle(about.body) },
  notFound: readTitle(notFound.body),
};

/** The version of the text beside the box. */
export const consentVersion = describeConsent(copy.form.consent)?.version;

/** The text of a position's heading, in which the page puts a # before the number. */
export function positionText(position: number): RegExp {
  const [before, after] = copy.confirmation.position
    .split(/#?\{position\}/)
    .map((part) => part.trim().replace(/[^\w ]/g, '\\$&'));
  return RegExp(`${before}\\s*#${formatNumber(position)}(?![\\d,])\\s*${after}`);
}
