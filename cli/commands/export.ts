import { acceptsTexts, type Member, timeOf } from '../../netlify/queue/record.ts';
import { FIELDS } from '../../src/waitlist/shared/contract.ts';
import { referralLink, statusLink } from '../../src/waitlist/shared/links.ts';
import { isPlainName } from '../../src/waitlist/shared/name.ts';
import { e164, isTextablePhone } from '../../src/waitlist/shared/phone.ts';
import { writeBackup } from '../backup.ts';
import { csvLine, guardFormula, titleOf } from '../csv.ts';
import { requireEnding, siteOrigin, writePrivate } from '../files.ts';
import { EMPTY, formatMembers } from '../format.ts';
import { isEmpty, type LinkedMember, readFields, readInOrder } from '../members.ts';
import type { Session } from '../session.ts';

const REST = 'referrals,referred_by,joined_at,source,consent_at,wave,referral_link';
/** Starts with a byte order mark, which Excel needs to read UTF-8. */
const LIST_HEADER = `\uFEFFposition,code,${FIELDS.map(titleOf)},${REST}\n`;

/** Klaviyo wants the phone first. */
const TEXTS_HEADER = 'phone,first_name,position,wave,link,consent_text,consent_at,source\n';

export async function exportFile(
  session: Session,
  file: string,
  { backup, forTexts, top, wave }: { backup?: true; forTexts?: true; top?: number; wave?: string },
) {
  requireEnding(file, backup ? '.json.gz' : '.csv');
  if (backup) return writeBackup(session, file);
  if (await isEmpty(session)) return console.log(EMPTY);
  // Texts are opened on phones, so their links have to lead to the real site.
  const origin = siteOrigin({ ...session, isLocal: session.isLocal && !forTexts });
  const members = await readInOrder(session, wave);
  const chosen = top ? members.filter(({ position }) => position && position <= top) : members;
  // Read after the records, so that no consent they name is missing.
  const consents = await readFields(session, 'consents');
  const [lines, notes]: [string[], string[]] = [[], []];
  for (const member of chosen) {
    const reason = forTexts && exclusionReason(member, consents);
    if (reason) notes.push(`left out: ${reason}`);
    else if (forTexts) lines.push(textLine(member, origin, consents));
    else lines.push(listLine(member, origin));
    if (forTexts && !reason && !isPlainName(member.firstName))
      notes.push('without first_name: it could be a link or a message');
  }
  await writePrivate(session, file, (forTexts ? TEXTS_HEADER : LIST_HEADER) + lines.join(''));
  console.log(`${formatMembers(lines.length)} in ${file}, with phone numbers.`);
  for (const [note, all] of Map.groupBy(notes, (note) => note)) {
    console.log(`${formatMembers(all.length)} ${note}.`);
  }
}

function listLine(member: LinkedMember, origin: string): string {
  const { position, code, referralCount, joinedAt, source, consentAt = 0, wave } = member;
  const fields = FIELDS.map((field) => guardFormula(member[field]));
  const agreed = acceptsTexts(member) ? timeOf(consentAt) : undefined;
  const rest = [timeOf(joinedAt), source, agreed, wave, referralLink(origin, code)];
  return csvLine([position, code, ...fields, referralCount, member.referredBy, ...rest]);
}

function exclusionReason(member: Member, consents: Map<string, string>) {
  const { phone, consent = '', token } = member;
  if (!acceptsTexts(member)) return 'no consent to texts';
  if (!consents.has(consent) || !token) return 'no consent text or no status token';
  return isTextablePhone(phone) ? undefined : 'not a North American phone number';
}

function textLine(member: LinkedMember, origin: string, consents: Map<string, string>): string {
  const { code, phone, firstName, position, wave, source } = member;
  const { consent = '', consentAt = 0, token = '' } = member;
  const greeting = isPlainName(firstName) ? firstName : '';
  const link = statusLink(origin, { referralCode: code, statusToken: token });
  const agreed = timeOf(consentAt).replace('T', ' ').replace('Z', '+00:00');
  const text = guardFormula(consents.get(consent) ?? '');
  return csvLine([e164(phone), greeting, position, wave, link, text, agreed, source]);
}
