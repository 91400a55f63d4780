import { type Member, timeOf } from '../../netlify/queue/record.ts';
import { statusLink } from '../../src/waitlist/shared/links.ts';
import { foldName } from '../../src/waitlist/shared/name.ts';
import { formatPhone, isTextablePhone } from '../../src/waitlist/shared/phone.ts';
import { siteOrigin } from '../files.ts';
import { getMember, isPhoneCodeOrLink } from '../find-member.ts';
import { formatMembers, fullName, maskedPhone, printTable, splitCamelCase } from '../format.ts';
import { type RankedMember, readAllMembers } from '../members.ts';
import { BadInput, type Session } from '../session.ts';

const MAX_MATCHES = 50;

/** Prints a member and their referrals, or members with this text in their name or masked phone. */
export async function find(session: Session, input: string, options: { statusLink?: true }) {
  if (options.statusLink) return printLink(session, await getMember(session, input));
  if (!isPhoneCodeOrLink(input)) return printMatches(session, input);
  const found = await getMember(session, input);
  await printMember(session, found);
  if (!found.referralCount) return;
  const members = await readAllMembers(session);
  console.log('\nReferrals on the list:');
  printMembers(members.filter(({ referredBy }) => referredBy === found.code));
}

function printLink(session: Session, { code, member }: RankedMember): void {
  if (!member.token) throw new BadInput(`The record of ${code} has no status token.`);
  console.error(
    `Only send this to ${formatPhone(member.phone)}: it shows the member's status and lets them leave.`,
  );
  console.log(statusLink(siteOrigin(session), { referralCode: code, statusToken: member.token }));
}

/** Prints everything known about a member, except what only their browser should know. */
async function printMember({ redis, keys }: Session, found: RankedMember): Promise<void> {
  const { code, record, member } = found;
  const { token: _, key: __, ...fields }: Record<string, unknown> = JSON.parse(record ?? '{}');
  const text = member.consent && (await redis.hget<string>(keys.consents, member.consent));
  const shown = {
    ...fields,
    code,
    position: found.position ?? 'none',
    referrals: found.referralCount ?? 'unknown',
    ...(!isTextablePhone(member.phone) && { problem: "this phone can't exist" }),
    ...(member.consent && { consentText: text ?? 'missing' }),
  };
  const rows = Object.entries(shown);
  printTable(rows.map(([name, value]) => [splitCamelCase(name, ' '), `${value}`]));
}

async function printMatches(session: Session, input: string): Promise<void> {
  const text = foldName(input);
  if (!text) throw new BadInput('Specify a phone, code, link or name.');
  const members = await readAllMembers(session);
  const matches = members.filter((member) =>
    foldName(`${member.firstName} ${member.lastName}, ${maskedPhone(member.phone)}`).includes(text),
  );
  if (!matches.length) throw new BadInput('No member has this name.');
  const shown = matches.length > MAX_MATCHES ? `, the first ${MAX_MATCHES} of them` : '';
  console.log(`${formatMembers(matches.length)}${shown}:`);
  printMembers(matches.slice(0, MAX_MATCHES));
}

function printMembers(members: Member[]): void {
  const rows = members.map((member) => [
    timeOf(member.joinedAt),
    member.source ?? 'none',
    member.code,
    maskedPhone(member.phone),
    fullName(member),
  ]);
  printTable([['joined', 'source', 'code', 'phone', 'name'], ...rows]);
}
