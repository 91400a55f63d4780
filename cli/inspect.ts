import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/keys.ts';
import type { Member } from '../netlify/queue/record.ts';
import { friendsOf, joinNumber, randomToken } from '../netlify/queue/referral-code.ts';
import { SPOTS_PER_FRIEND } from '../src/waitlist/shared/referral.ts';
import { reserveNumbers } from './add-people.ts';
import { type Change, change } from './change.ts';
import { IMPORTING } from './load-list.ts';
import type { Seen } from './look.ts';
import { READING } from './read-queue.ts';
import { figureOf, shown } from './show.ts';

/** As long as the longest window of a counter: netlify/queue/settings.ts. */
const DAY_SECONDS = 86_400;

/** What is done about each kind of problem, by --fix or by a person. */
export const REMEDIES = {
  joined: '--fix raises it; until then the next to join gets a number that is taken.',
  unreadable:
    'Look with HGET {waitlist}:members CODE, write it as netlify/queue/record.ts does with HSET {waitlist}:members CODE \'{"phone":…}\', and run verify --fix.',
  inviter: '--fix takes the inviter out of her record.',
  token: '--fix gives her one, without which nobody is told her spot.',
  position: '--fix gives her the position that her join number and her friends make.',
  score: `--fix makes it her join number less ${SPOTS_PER_FRIEND} for each friend.`,
  misplaced:
    '--fix takes her record’s word for it: with a wave she was let in, else she is in line.',
  wave: '--fix counts who is in it.',
  ghost: '--fix takes it out.',
  phone: '--fix lets it lead to her.',
  twins: '`find` each code, and `remove` the one that is wrong.',
  number:
    'Only the order of equal scores hangs on it. HSCAN {waitlist}:members 0 MATCH BEGINNING* COUNT 1000000 names them; `remove` who joined later, and she may join again.',
  lost: '--fix takes it away, so that whoever has that phone may join.',
  endless: '--fix lets it end within a day.',
  strange: 'Look what it is, and take it away with DEL if nobody needs it.',
} as const;

export interface Problem {
  kind: keyof typeof REMEDIES;
  /** A sentence that names codes, never anybody's name or phone, and stays the same while people join. */
  says: string;
  /** What --fix does, where it can, if all still stands as it was seen; resolves with whether it did. */
  mend?: (redis: Redis) => Promise<boolean>;
  /** Who gets a new token by that. */
  renewed?: Member;
}

/** What only the whole list tells: `count` takes each code once, in any order. */
export function newTally() {
  /** Code -> how many friends its score counts more than records name it. */
  const credits = new Map<string, number>();
  const numbers = new Set<number>();
  /** Wave -> how many are in it. */
  const waves = new Map<string, number>();
  const problems: Problem[] = [];
  let greatest = 0;

  function credit(code: string, friends: number) {
    const sum = (credits.get(code) ?? 0) + friends;
    if (sum) credits.set(code, sum);
    else credits.delete(code);
  }
  return {
    credits,
    /** Her score wherever she stands; null where nowhere. */
    count({ code, inviter, wave }: Member, score: string | null) {
      const number = joinNumber(code);
      greatest = Math.max(greatest, number);
      if (numbers.has(number)) {
        const says = `Several members joined as number ${number}: their codes begin with ${code.slice(0, 7)}.`;
        problems.push({ kind: 'number', says });
      }
      numbers.add(number);
      if (score !== null) credit(code, friendsOf(code, Number(score)));
      if (wave) waves.set(wave, (waves.get(wave) ?? 0) + 1);
      if (inviter && !isImpossible(code, inviter)) credit(inviter, -1);
    },
    /** With the counters of those who ever joined, read no earlier than the queue, and of waves. */
    problems(joined: number, counted: Map<string, number>): Problem[] {
      for (const wave of new Set([...waves.keys(), ...counted.keys()])) {
        const [seen = null, due = null] = [counted, waves].map((counts) => counts.get(wave));
        if (seen === due) continue;
        const says = `The wave ${shown(wave)} counts ${seen ?? 'nobody'}, and has ${due ?? 'nobody'}.`;
        const changes: Change[] = [['waves', wave, textOf(seen), textOf(due)]];
        problems.push({ kind: 'wave', says, mend: (redis) => change(redis, changes) });
      }
      if (joined >= greatest) return problems;
      const says = `{waitlist}:joined is less than ${greatest}, as which somebody has joined.`;
      const mend = (redis: Redis) => reserveNumbers(redis, greatest);
      return [{ kind: 'joined', says, mend }, ...problems];
    },
  };
}

const textOf = (count: number | null) => (count === null ? null : `${count}`);

/** Whether she is said to have been invited by somebody who joined no earlier; no credit is due for that. */
const isImpossible = (code: string, inviter: string) => joinNumber(inviter) >= joinNumber(code);

/** Where a member should stand, and where she should not. */
export const placesOf = (member: Member | undefined) =>
  member?.wave ? (['admitted', 'queue'] as const) : (['queue', 'admitted'] as const);

const PLACES = { queue: 'in line', admitted: 'let in' };

/**
 * All that is wrong with one code. `tooMany` is how many friends its score counts more than records
 * name it: what a tally of the whole list has in `credits`.
 */
export function inspect(seen: Seen, tooMany = 0): Problem[] {
  const { code, record, member, owner, isShared } = seen;
  const [here, elsewhere] = placesOf(member);
  const known = seen[here] ?? seen[elsewhere];
  const problems: Problem[] = [];
  const changes: Change[] = [[elsewhere, code, seen[elsewhere], null]];
  const mend = (redis: Redis) => change(redis, changes);
  const find = (kind: Problem['kind'], says: string) => problems.push({ kind, says, mend });

  if (record === null) {
    changes.push(['members', code, null, null], [here, code, seen[here], null]);
    if (known !== null) find('ghost', `${shown(code)} has a position and no record.`);
    return problems;
  }
  if (!member) {
    return [{ kind: 'unreadable', says: `The record of ${shown(code)} cannot be read.` }];
  }
  const { phone, inviter, token = randomToken() } = member;
  const isWrong = inviter !== undefined && isImpossible(code, inviter);
  const dueScore = Number(known ?? joinNumber(code)) + SPOTS_PER_FRIEND * tooMany;
  changes.push(
    ['members', code, record, member.token && !isWrong ? record : mended(record, isWrong, token)],
    [here, code, seen[here], String(dueScore)],
    ['phones', phone, owner, isShared ? owner : code],
  );
  if (isWrong) {
    find('inviter', `${code} is said to be invited by ${inviter}, who did not join before her.`);
  }
  if (!member.token) find('token', `${code} has no status token.`);
  if (seen[elsewhere] !== null) {
    find('misplaced', `${code} is ${PLACES[elsewhere]}, and her record says ${PLACES[here]}.`);
  }
  if (known === null) find('position', `${code} has a record and no position.`);
  else if (tooMany) find('score', `The score of ${code} ${miscounts(tooMany)}.`);
  if (!isShared && owner !== code) find('phone', `The phone of ${code} does not lead to her.`);
  // All of these are mended by one change, and whichever comes first makes it.
  if (!member.token) for (const problem of problems) problem.renewed = { ...member, token };
  if (isShared) problems.push({ kind: 'twins', says: `${code} and ${owner} have one phone.` });
  return problems;
}

/** As it is stored, but without an inviter who is wrong, and with a token. */
function mended(record: string, isWrong: boolean, token: string): string {
  return JSON.stringify({ ...JSON.parse(record), ...(isWrong && { inviter: undefined }), token });
}

function miscounts(tooMany: number): string {
  if (!Number.isInteger(tooMany)) return `is off by ${Math.abs(tooMany) * SPOTS_PER_FRIEND}`;
  const friends = figureOf(Math.abs(tooMany), 'friend');
  return tooMany > 0 ? `counts ${friends} too many` : `does not count ${friends}`;
}

/** Whether a phone leads to a code with another phone or without a record. */
export function inspectPhone(phone: string, { code, record, member }: Seen): Problem[] {
  // Whose the phone is may stand in a record that cannot be read.
  if (member ? member.phone === phone : record !== null) return [];
  const changes: Change[] = [
    ['members', code, record, record],
    ['phones', phone, code, null],
  ];
  const says = `A phone leads to ${shown(code)}, whose it is not.`;
  return [{ kind: 'lost', says, mend: (redis) => change(redis, changes) }];
}

const LASTING: string[] = Object.values(KEYS).filter((key) => typeof key === 'string');
const PASSING = [KEYS.attempts(''), KEYS.statusRequests(''), READING, IMPORTING];

/** Whether a key is none of ours, or would stay for ever; `seconds` until it expires, -1 for never. */
export function inspectKey(key: string, seconds: number): Problem[] {
  if (LASTING.includes(key)) return [];
  if (!PASSING.some((prefix) => key.startsWith(prefix))) {
    return [{ kind: 'strange', says: `The key ${shown(key)} is none of the waitlist's.` }];
  }
  if (seconds !== -1) return [];
  // What follows may be an address or a phone.
  const says = `A key of ${key.split(':')[1]} never ends.`;
  const end = async (redis: Redis) => (await redis.expire(key, DAY_SECONDS, 'NX')) === 1;
  return [{ kind: 'endless', says, mend: end }];
}
