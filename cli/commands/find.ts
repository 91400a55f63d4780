import { type Member, timeOf } from '../../netlify/queue/record.ts';
import { statusLink } from '../../src/waitlist/shared/links.ts';
import { foldName } from '../../src/waitlist/shared/name.ts';
import { formatPhone, isTextablePhone } from '../../src/waitlist/shared/phone.ts';
import { siteOrigin } from '../files.ts';
import { getMember, isPhoneCodeOrLink } from '../find-member.ts';
import {
  formatMembers,
  fullName,
  maskedPhone,
  printJson,
  printParts,
  printTable,
} from '../format.ts';
import { type RankedMember, readAllMembers } from '../members.ts';
import { BadInput, type Session } from '../session.ts';

const MAX_MATCHES = 50;

type Options = { statusLink?: true; json?: true };

export async function find(session: Session, input: string, { statusLink: link, json }: Options) {
  if (link) return printLink(session, await getMember(session, input));
  if (!isPhoneCodeOrLink(input)) return printMatches(session, input, json);
  const found = await getMember(session, input);
  const members = found.referralCount ? await readAllMembers(session) : [];
  const referrals = members.filter(({ referredBy }) => referredBy === found.code).map(toRow);
  const shown = { ...(await describe(session, found)), referralsOnTheList: referrals };
  (json ? printJson : printParts)(shown);
}

function printLink(session: Session, { code, member }: RankedMember): void {
  if (!member.token) throw new BadInput(`The record of ${code} has no status token.`);
  console.error(
    `Only send this to ${formatPhone(member.phone)}: it shows the member's status and lets them leave.`,
  );
  console.log(statusLink(siteOrigin(session), { referralCode: code, statusToken: member.token }));
}

/** Everything known about a member, except what only their browser should know. */
async function describe({ redis, keys }: Session, found: RankedMember) {
  const { code, record, member } = found;
  const { token: _, key: __, ...fields }: Record<string, string> = JSON.parse(record ?? '{}');
  const text = member.consent && (await redis.hget<string>(keys.consents, member.consent));
  return {
    ...fields,
    code,
    position: found.position ?? null,
    referrals: found.referralCount ?? null,
    ...(!isTextablePhone(member.phone) && { problem: "this phone can't exist" }),
    ...(member.consent && { consentText: text ?? null }),
  };
}

async function printMatches(session: Session, input: string, json?: true): Promise<void> {
  const text = foldName(input);
  if (!text) throw new BadInput('Specify a phone, code, link or name.');
  const members = await readAllMembers(session);
  const matches = members.filter((member) =>
    foldName(`${member.firstName} ${member.lastName}, ${maskedPhone(member.phone)}`).includes(text),
  );
  if (!matches.length) throw new BadInput('No member has this name.');
  if (json) return printJson(matches.map(toRow));
  const shown = matches.length > MAX_MATCHES ? `, the first ${MAX_MATCHES} of them` : '';
  console.log(`${formatMembers(matches.length)}${shown}:`);
  printTable(matches.slice(0, MAX_MATCHES).map(toRow));
}

const toRow = (member: Member) => ({
  joined: timeOf(member.joinedAt),
  source: member.source ?? 'none',
  code: member.code,
  phone: maskedPhone(member.phone),
  name: fullName(member),
});
