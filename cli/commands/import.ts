import { nanoid } from 'nanoid';
import { type Attempt, joinQueue } from '../../netlify/queue/join-queue.ts';
import { waitlistScript } from '../../netlify/queue/script.ts';
import { versionOf } from '../../src/content-check/consent-version.ts';
import { FIELDS, parseSignup } from '../../src/waitlist/shared/contract.ts';
import { formatNumber } from '../../src/waitlist/shared/labels.ts';
import type { ErrorCode } from '../../src/waitlist/shared/messages.ts';
import { NAME_MAX_LENGTH } from '../../src/waitlist/shared/name.ts';
import { parseWrittenPhone } from '../../src/waitlist/shared/phone.ts';
import { batchesWithProgress, scriptBatches } from '../batches.ts';
import { type Column, columnOf, namesUtc, readCsv, TITLES, titleOf } from '../csv.ts';
import { isTitle } from '../find-member.ts';
import { formatLines, formatMembers, pluralize, sanitizeForTerminal } from '../format.ts';
import { readValues } from '../members.ts';
import { BadInput, confirm, type Session } from '../session.ts';

/** Signups in one request: under 500 KB with the longest names. */
const BATCH_SIZE = 250;

/** Other forms are ambiguous: 11/03/2026 could be either of two days. */
const ISO_TIME =
  /^(?<day>\d{4}-\d\d-\d\d)(?<time>[T ]\d\d:\d\d(:\d\d(\.\d+)?)?)?(?<zone> ?(Z|UTC|[+-](0\d|1[0-4])(:?[0-5]\d)?))?$/;

const WRONG_TIME = 'not a past time such as 2026-11-21 or 2026-11-21T09:30:00Z';
const PROBLEMS: Partial<Record<ErrorCode, string>> = {
  empty_field: 'empty',
  invalid_phone: 'not a 10-digit phone number',
  name_too_long: `longer than ${NAME_MAX_LENGTH} characters`,
};

const STORE_CONSENTS = `
for i, version in ipairs(args.versions) do
  redis.call('HSETNX', consents, version, args.texts[i])
end
return {'stored'}
`;

type ConsentsArgs = { versions: string[]; texts: string[] };
const consentsScript = waitlistScript<ConsentsArgs, ['stored']>(STORE_CONSENTS, { stored: 0 });

type ImportedSignup = NonNullable<ReturnType<typeof parseRow>> & { line: number };

/** Puts the rows of a CSV at the back of the queue. Known phones are skipped, so a rerun finishes the job. */
export async function importFile(session: Session, file: string): Promise<void> {
  const { redis, keys } = session;
  const { signups, problems, ignored } = await readSignups(file);
  if (ignored.length) console.log(`Columns left out: ${sanitizeForTerminal(ignored.join(', '))}`);
  if (problems.length) process.exitCode = 1;
  const refused = new Set(problems.map(({ line }) => line)).size;
  const referrers = signups.map(({ signup }) => signup.referredBy ?? '');
  const records = await readValues(session, 'members', referrers);
  const uncredited = signups.filter((_, i) => referrers[i] && !records[i]);
  const what = "referred_by: not a member's code, so it's left out";
  for (const { line } of uncredited) problems.push({ line, what });
  for (const [what, all] of Map.groupBy(problems, (problem) => problem.what)) {
    console.log(`Line${all.length > 1 ? 's' : ''} ${formatLines(all)}, ${what}.`);
  }
  if (!signups.length) return console.log('No members to import.');
  const agreed = signups.filter(({ signup }) => signup.consent);
  const withConsent = `${formatNumber(agreed.length)} with consent to texts`;
  const phones = signups.map(({ signup }) => signup.phone);
  const owners = (await readValues(session, 'phones', phones)).filter((owner) => owner);
  const known = `${formatNumber(owners.length)} on the list already`;
  const waiting = formatMembers(await redis.zcard(keys.queue));
  const lines = pluralize(signups.length, 'line');
  const order = 'imported later, they join behind the others, and no second import undoes that';
  const left = refused ? `, without ${pluralize(refused, 'refused line')}: ${order}` : '';
  const act = `Import ${lines}, ${withConsent}, ${known}, into the queue of ${waiting}${left}`;
  await confirm(session, act);

  // Once, instead of with each signup, since a text can be long.
  const texts = new Map(agreed.map((each) => [each.signup.consent ?? '', each.consentText]));
  for (const batch of scriptBatches([...texts])) {
    const [versions, consentTexts] = [
      batch.map(([version]) => version),
      batch.map(([, text]) => text),
    ];
    await consentsScript(session, { versions, texts: consentTexts });
  }
  // Without webhooks, since an import tells the lab nothing new.
  const waitlist = { redis: redis.autoPipeline(), keys };
  // A key, so that a signup sent again, such as after a lost response, isn't refused as registered.
  const attempts: Attempt[] = signups.map((each) => ({ ...each, idempotencyKey: nanoid() }));
  // Once before the batches, so that no request has the text of a script that Redis doesn't know 250 times.
  await joinQueue(waitlist, attempts[0] as Attempt);
  let joined = 0;
  for (const batch of batchesWithProgress(attempts, BATCH_SIZE)) {
    const results = await Promise.all(batch.map((attempt) => joinQueue(waitlist, attempt)));
    joined += results.filter(({ ok }) => ok).length;
  }
  console.log(`Imported ${formatMembers(joined)}.`);
  const skipped = signups.length - joined;
  if (skipped) console.log(`Skipped ${pluralize(skipped, 'line')}: already on the list.`);
}

async function readSignups(file: string) {
  const [first, ...rows] = await readCsv(file);
  const titles = first?.cells ?? [];
  const found = Object.entries(TITLES).map(([name, names]) => [name, columnOf(titles, names)]);
  const columns: Record<Column, number> = Object.fromEntries(found);
  const missing = FIELDS.filter((field) => columns[field] < 0);
  if (missing.length) {
    const [missed, named] = [missing, FIELDS].map((fields) => fields.map(titleOf).join(', '));
    // A line of data may hold names and phones.
    const known = titles.every(isTitle) ? sanitizeForTerminal(titles.join(', ')) : 'no titles';
    throw new BadInput(`Line 1 must name ${named}. Missing: ${missed}. Found: ${known}.`);
  }
  // A time of consent without its text proves nothing.
  if (columns.consentText < 0) columns.consentAt = -1;
  const signups = new Map<string, ImportedSignup>();
  const problems: { line: number; what: string }[] = [];
  for (const { line, cells } of rows) {
    const report = (column: Column, what: string) =>
      problems.push({ line, what: `${titleOf(column)}: ${what}` });
    const named = Object.entries(columns).map(([name, i]) => [name, withZone(cells[i], titles[i])]);
    const attempt = parseRow(Object.fromEntries(named), report);
    const phone = attempt?.signup.phone ?? '';
    if (signups.has(phone)) report('phone', 'already in an earlier line');
    else if (attempt) signups.set(phone, { ...attempt, line });
  }
  const ignored = titles.filter((title, i) => title && !Object.values(columns).includes(i));
  return { signups: [...signups.values()], problems, ignored };
}

function withZone(cell = '', title = ''): string {
  const { time, zone } = ISO_TIME.exec(cell)?.groups ?? {};
  return time && !zone && namesUtc(title) ? `${cell} UTC` : cell;
}

function parseRow(cells: Record<Column, string>, report: (column: Column, what: string) => void) {
  const { joinedAt, createdAt, source, campaign, consentText, consentAt, ...rest } = cells;
  const { referredBy, ...fields } = rest;
  const signup = {
    ...fields,
    source: `${source}/${campaign}`,
    consent: consentText && versionOf(consentText),
    referralCode: referredBy,
  };
  const parsed = parseSignup(signup, parseWrittenPhone);
  if (!parsed.ok) {
    for (const field of parsed.fields ?? []) report(field, PROBLEMS[parsed.code] ?? parsed.code);
    return undefined;
  }
  const time = joinedAt || createdAt;
  const joined = time ? parsePastTime(time) : Date.now();
  const agreed = consentText ? parsePastTime(consentAt) : undefined;
  if (typeof joined === 'string') report(joinedAt ? 'joinedAt' : 'createdAt', joined);
  if (typeof agreed === 'string') report('consentAt', agreed);
  if (typeof joined === 'string' || typeof agreed === 'string') return undefined;
  return { signup: parsed.value, joinedAt: joined, consentAt: agreed, consentText };
}

function parsePastTime(text: string): number | string {
  const { day = '', time, zone } = ISO_TIME.exec(text)?.groups ?? {};
  if (time && !zone) return 'no time zone: add Z or UTC, or name UTC in the title';
  // Date.parse makes March 2 of February 30, and takes +00 or UTC only without a T.
  const isDay = new Date(day).toJSON()?.startsWith(day);
  const moment = isDay ? Date.parse(text.replace(/T(?=\d)/, ' ')) : Number.NaN;
  return moment > 0 && moment <= Date.now() ? moment : WRONG_TIME;
}
