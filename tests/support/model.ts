import type { Attempt } from '../../netlify/queue/join-queue.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/links.ts';

/** Codes and tokens are random, so they're filled in once Redis has them. */
export type Modeled = Member & { number: number };

/** The waitlist in its simplest form: it sorts and counts again for each question, and never reads Redis. */
export class Model {
  lastJoinNumber = 0;
  /** From the newest to the oldest. */
  members: Modeled[] = [];
  consents: Record<string, string> = {};

  find(field: 'code' | 'phone' | 'token', value: unknown) {
    return this.members.find((member) => member[field] === value);
  }

  inWave(wave?: string) {
    return this.members.filter((member) => member.wave === wave);
  }

  referralsOf(code: string) {
    return this.members.filter(({ referredBy }) => referredBy === code).length;
  }

  /** By score; of two members with the same score, the newer one has more referrals and comes first. */
  waiting() {
    const score = ({ number, code }: Modeled) =>
      number - POSITIONS_PER_REFERRAL * this.referralsOf(code);
    return this.inWave(undefined).sort((a, b) => score(a) - score(b) || b.number - a.number);
  }

  join({ signup, idempotencyKey: key, currentConsent, consentAt = Date.now() }: Attempt) {
    const { phone, firstName, lastName, consent = '' } = signup;
    let member = this.find('phone', phone);
    const isSame = member?.firstName === firstName && member.lastName === lastName;
    if (member && !(isSame && key && member.key === key)) return { ok: false };
    if (!member) {
      this.lastJoinNumber += 1;
      const referredBy = this.find('code', signup.referredBy)?.code;
      const added = { number: this.lastJoinNumber, code: '', joinedAt: Date.now(), key };
      member = { ...signup, ...added, referredBy, consent: undefined };
      this.members.unshift(member);
    }
    const isToday = currentConsent?.version === consent;
    const text = this.consents[consent] ?? (isToday ? currentConsent.text : undefined);
    if (consent !== (member.consent ?? '') && !member.optedOutAt && (text || !consent)) {
      if (text) this.consents[consent] = text;
      Object.assign(member, { consent: consent || undefined, consentAt: text && consentAt });
    }
    const { ok, position } = this.status(member);
    const { code: referralCode, token: statusToken } = member;
    return { ok, position, ...(referralCode && { referralCode, statusToken }) };
  }

  status(member?: Modeled) {
    if (!member) return { ok: false };
    // Null once admitted.
    const position = this.waiting().indexOf(member) + 1 || null;
    return { ok: true, position, referralCount: this.referralsOf(member.code) };
  }

  leave(member?: Modeled) {
    this.members = this.members.filter((other) => other !== member);
    return { ok: Boolean(member) };
  }

  /** Admits those who wait, in this order, until the wave has `total` members. */
  admit(wave: string, members: Modeled[], total = Number.POSITIVE_INFINITY) {
    for (const member of members.filter((member) => !member.wave))
      if (this.inWave(wave).length < total) Object.assign(member, { wave, admittedAt: Date.now() });
  }
}
