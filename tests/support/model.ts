import type { Attempt } from '../../netlify/queue/join-queue.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/links.ts';

/** Its code and token are random, so they're filled in from the first answer. */
export type Modeled = Member & { number: number };

const UNKNOWN = { ok: false, code: 'unknown_member' };

/** The waitlist in its simplest form: it sorts and counts again for each question, and never reads Redis. */
export class Model {
  lastJoinNumber = 0;
  members: Modeled[] = [];
  consents: Record<string, string> = {};

  find = (field: 'code' | 'phone', value: unknown) =>
    this.members.find((member) => member[field] === value);

  inWave = (wave: string) => this.members.filter((member) => member.wave === wave);

  referralsOf = (code: string) =>
    this.members.filter(({ referredBy }) => referredBy === code).length;

  scoreOf = ({ number, code }: Modeled) => number - POSITIONS_PER_REFERRAL * this.referralsOf(code);

  /** By score; of two members with the same score, the newer one has more referrals and comes first. */
  sort = (members: Modeled[]) =>
    members.toSorted((a, b) => this.scoreOf(a) - this.scoreOf(b) || b.number - a.number);

  waiting = () => this.sort(this.members.filter(({ wave }) => !wave));

  /** Null once admitted. */
  positionOf = (member: Modeled) => this.waiting().indexOf(member) + 1 || null;

  join({ signup, idempotencyKey: key, currentConsent, consentAt = Date.now() }: Attempt) {
    const { phone, firstName, lastName, consent = '' } = signup;
    let member = this.find('phone', phone);
    const isSame = member?.firstName === firstName && member.lastName === lastName;
    const isRetry = isSame && key && member?.key === key;
    if (member && !isRetry) return { ok: false, code: 'phone_registered' };
    if (!member) {
      this.lastJoinNumber += 1;
      const referredBy = this.find('code', signup.referredBy)?.code;
      const added = { number: this.lastJoinNumber, code: '', joinedAt: Date.now(), key };
      member = { ...signup, ...added, referredBy, consent: undefined };
      this.members.push(member);
    }
    const isToday = currentConsent?.version === consent;
    const text = this.consents[consent] ?? (isToday ? currentConsent.text : '');
    const isChange = consent !== (member.consent ?? '') && !member.optedOutAt;
    if (isChange && text) {
      this.consents[consent] = text;
      Object.assign(member, { consent, consentAt });
    }
    if (isChange && !consent) Object.assign(member, { consent: undefined, consentAt: undefined });
    return { ok: true, position: this.positionOf(member) };
  }

  status(member?: Modeled) {
    if (!member) return UNKNOWN;
    const referralCount = this.referralsOf(member.code);
    return { ok: true, position: this.positionOf(member), referralCount };
  }

  leave(member?: Modeled) {
    if (!member || !this.members.includes(member)) return UNKNOWN;
    this.members.splice(this.members.indexOf(member), 1);
    return { ok: true };
  }

  /** Admits those who wait, in this order, until the wave has `total` members. */
  admit(wave: string, members: Modeled[], total = Number.POSITIVE_INFINITY) {
    const room = Math.max(0, total - this.inWave(wave).length);
    const admitted = members.filter((member) => !member.wave).slice(0, room);
    for (const member of admitted) Object.assign(member, { wave, admittedAt: Date.now() });
    return admitted.length;
  }

  undo(wave: string) {
    const undone = this.inWave(wave);
    for (const member of undone) Object.assign(member, { wave: undefined, admittedAt: undefined });
    return undone.length;
  }

  /** What Redis should have. */
  list() {
    const { members, consents, lastJoinNumber } = this;
    const rank = (some: Modeled[]) =>
      this.sort(some).flatMap((member) => [member.code, `${this.scoreOf(member)}`]);
    const admitted = members.filter(({ wave }) => wave);
    const waves = admitted.map(({ wave = '' }) => [wave, `${this.inWave(wave).length}`]);
    return {
      members: members.map(({ number: _, ...member }) => member),
      ...{ queue: rank(this.waiting()), admitted: rank(admitted) },
      phones: Object.fromEntries(members.map(({ phone, code }) => [phone, code])),
      ...{ waves: Object.fromEntries(waves), consents, lastJoinNumber: `${lastJoinNumber}` },
    };
  }
}
