import { consentText } from '../netlify/queue/consent-file.ts';
import { hasAgreed } from '../netlify/queue/record.ts';
import { spotLink } from '../src/waitlist/shared/way-back.ts';
import { peopleIn } from './commands/admit.ts';
import { BadInput } from './ending.ts';
import { fileToWrite, writePrivate } from './files.ts';
import { csvLine, withoutFormula } from './formula-guard.ts';
import type { Session } from './main.ts';
import { beginReading, type Position } from './read-queue.ts';
import { figure, peopleFigure } from './show.ts';
import { siteOrigin } from './site-origin.ts';

/** The phone first, as Klaviyo wants it: docs/list.md. */
const COLUMNS = 'phone,first_name,position,wave,link,consent_text,consent_at,source';

/**
 * Writes those who agreed to texts into a file for a texting service, one wave of them if it is named:
 * in queue order, then those who were let in. Says how many are not in it. Throws BadInput for a wave
 * that is none, and where the site's address is not known, to which their links lead.
 */
export async function exportTexts(
  { redis }: Session,
  path: string,
  { wave, yes }: { wave?: string; yes?: boolean },
): Promise<void> {
  if (!/\.csv$/i.test(path)) throw new BadInput('A file for texts has to end with .csv.');
  const origin = siteOrigin();
  if (!origin.startsWith('https:')) {
    throw new BadInput('Set SITE_URL in .env to the https:// address their links lead to.');
  }
  if (wave !== undefined) await peopleIn(redis, wave);
  const file = await fileToWrite(path, yes);
  const reading = await beginReading(redis);
  const texts = new Map<string, string>();
  let [written, left, unlinked] = [0, 0, 0];

  async function rowOf({ position, code, member }: Position): Promise<string> {
    if (!member || (wave !== undefined && member.wave !== wave)) return '';
    const { consent = '', consentAt = 0, token } = member;
    if (!texts.has(consent)) texts.set(consent, await consentText(consent));
    const text = texts.get(consent);
    if (!hasAgreed(member) || !text) {
      left += 1;
      return '';
    }
    if (!token) {
      unlinked += 1;
      return '';
    }
    written += 1;
    const link = spotLink(origin, { referralCode: code, statusToken: token });
    const agreedAt = new Date(consentAt).toISOString().replace(/T(.{8}).*/, ' $1+00:00');
    const who = [`+1${member.phone}`, withoutFormula(member.firstName)];
    return csvLine([...who, position, member.wave, link, text, agreedAt, member.source]);
  }
  async function* csv() {
    yield `${COLUMNS}\n`;
    for await (const page of reading.pages('Writing')) {
      for (const each of page) yield await rowOf(each);
    }
  }
  await writePrivate(file, csv());
  console.log(`${peopleFigure(written)} in ${file}, with phone numbers and private links.`);
  if (left) console.log(`${figure(left)} left out, who did not agree to texts.`);
  if (unlinked) {
    console.log(
      `${figure(unlinked)} left out, who have no private link: npm run waitlist -- verify`,
    );
  }
}
