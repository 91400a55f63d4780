import { contentRules } from '../../src/content.config.ts';
import { checkFile } from '../../src/site/check-content.ts';
import { describeConsent } from '../../src/site/consent.ts';
import { readPage } from '../../src/site/markdown.ts';
import { formatNumber } from '../../src/waitlist/shared/labels.ts';

const readCopy = async <Name extends keyof typeof contentRules>(name: Name) =>
  (await checkFile(`src/content/${name}`, contentRules[name])).data;
const about = await readCopy('about.md');

/** The copy of src/content, by which tests find parts of a page. */
export const copy = {
  site: await readCopy('site.yml'),
  landing: await readCopy('landing.md'),
  form: await readCopy('form.yml'),
  confirmation: await readCopy('confirmation.yml'),
  /** Empty without a share picture. */
  share: await readCopy('share.yml'),
  member: await readCopy('member.yml'),
  about: { ...about, page: readPage(about.body) },
  notFound: await readCopy('not-found.md'),
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
