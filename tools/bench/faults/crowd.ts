import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { SIGNUP_ERRORS } from '../../../src/waitlist/shared/contract.ts';
import { audit } from '../../../tests/support/audit.ts';
import type { Person, Press, Reply } from './function.ts';

export interface Told {
  person: Person;
  code: string;
}

/** What a crowd has lived through. */
export interface Crowd {
  /** Everybody who was told "you're in line", by phone. */
  told: Map<string, Told>;
  presses: number;
  /** Presses without an answer, and with the sentence for an outage. */
  lost: number;
  outages: number;
  falselyRegistered: number;
  /** Any other answer: there must be none. */
  wrong: string[];
}

export interface CrowdOptions {
  clients: number;
  random: () => number;
  press: Press;
  /** Whether another person still comes. */
  more: (crowd: Crowd) => boolean;
  /** Told of each success at once. */
  onTold?: (told: Told) => void;
}

let people = 0;

/** Somebody new, from an address of her own, so that the limit of one is never in the way. */
export function newPerson(referralCode?: string): Person {
  people += 1;
  return {
    firstName: 'Ana',
    lastName: 'Lee',
    phone: String(2_000_000_000 + people),
    key: `the-key-of-person-${people}`,
    ip: `10.${(people >> 16) & 255}.${(people >> 8) & 255}.${people & 255}`,
    referralCode,
  };
}

/** Who has come so far: whoever comes later has a greater phone number. */
export const latestPhone = () => String(2_000_000_000 + people);

export function emptyCrowd(): Crowd {
  return {
    told: new Map(),
    presses: 0,
    lost: 0,
    outages: 0,
    falselyRegistered: 0,
    wrong: [],
  };
}

/**
 * So many clients at once, each one person after the other, each pressing with the same key until
 * she is told how it ended. Two in three come through the link of somebody who is in line.
 */
export async function comeCrowding(options: CrowdOptions, crowd = emptyCrowd()): Promise<Crowd> {
  const { clients, random, press, more, onTold } = options;
  const codes = Array.from(crowd.told.values(), ({ code }) => code);

  async function client() {
    while (more(crowd)) {
      const invited = random() < 2 / 3;
      const person = newPerson(invited ? codes[Math.floor(random() * codes.length)] : undefined);
      for (;;) {
        crowd.presses += 1;
        const reply = await press(person);
        if (isAgain(reply, crowd)) {
          await sleep(5);
          continue;
        }
        if (reply?.body.success) {
          const told = { person, code: reply.body.referralCode };
          crowd.told.set(person.phone, told);
          codes.push(told.code);
          onTold?.(told);
        } else if (reply?.status === 409) crowd.falselyRegistered += 1;
        else crowd.wrong.push(JSON.stringify(reply));
        break;
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, client));
  return crowd;
}

/** Whether she has to press again; counts why. */
function isAgain(reply: Reply, crowd: Crowd): boolean {
  if (!reply) crowd.lost += 1;
  else if (isOutage(reply)) crowd.outages += 1;
  else return false;
  return true;
}

/** The sentence for an outage and not a letter more. */
export function isOutage(reply: Reply): boolean {
  const sentence = JSON.stringify({ success: false, error: SIGNUP_ERRORS.unavailable });
  return reply?.status === 503 && JSON.stringify(reply.body) === sentence;
}

export interface Verdict {
  people: number;
  members: number;
  referrals: number;
  credits: number;
  /** Told that she is in line, and is not there with that code. */
  falseSuccesses: number;
  falselyRegistered: number;
  problems: string[];
}

/** Compares what people were told with what is in Redis, when nobody is pressing any more. */
export async function judge(redis: Redis, crowd: Crowd): Promise<Verdict> {
  const { members, credits, problems } = await audit(redis);
  const told = [...crowd.told.values()];
  const missing = told.filter(({ person, code }) => members.get(person.phone)?.code !== code);
  return {
    people: told.length,
    members: members.size,
    referrals: told.filter(({ person }) => person.referralCode).length,
    credits,
    falseSuccesses: missing.length,
    falselyRegistered: crowd.falselyRegistered,
    problems: [...problems, ...crowd.wrong],
  };
}
