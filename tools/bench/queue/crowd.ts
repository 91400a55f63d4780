import type { Attempt, JoinResult } from '../../../netlify/queue/queue.ts';
import { newcomer } from './people.ts';
import type { Send } from './requests.ts';
import type { Join } from './separate-commands.ts';

/** What happened to one phone: everything its owner was told. */
export interface Story {
  phone: string;
  /** Whether all presses were of one signup, with one key. */
  isOneKey: boolean;
  told: JoinResult[];
}

export interface CrowdOptions {
  join: Join;
  /** One connection for each client. */
  connections: Send[];
  people: number;
  random: () => number;
  /** Whether two in three come through somebody's link. */
  invited: boolean;
}

/** Of the people, how many press twice at once: on the same page, and in two tabs with two keys. */
const TWICE = 0.1;
const TWO_TABS = 0.05;

/**
 * So many clients at once, each one person after the other, each pressing again with the same key
 * until she is answered.
 */
export async function crowd(options: CrowdOptions): Promise<Story[]> {
  const { join, connections, people, random, invited } = options;
  const stories: Story[] = [];
  const codes: string[] = [];
  let come = 0;

  async function pressUntilAnswered(send: Send, attempt: Attempt): Promise<JoinResult> {
    for (let press = 0; press < 100; press += 1) {
      try {
        return await join(send, attempt);
      } catch {} // She is told that we cannot be reached, and presses again.
    }
    throw new Error('100 answers in a row got lost.');
  }

  async function client(send: Send, i: number) {
    while (come < people) {
      come += 1;
      const inviter =
        invited && random() < 2 / 3 ? codes[Math.floor(random() * codes.length)] : undefined;
      const attempt = { ...newcomer(come, inviter), limit: 0 };
      const presses = [pressUntilAnswered(send, attempt)];
      // The second press reaches another instance of the function.
      const other = connections[(i + 1) % connections.length] ?? send;
      const chance = random();
      const isTwoTabs = chance < TWO_TABS;
      if (chance < TWO_TABS + TWICE) {
        const idempotencyKey = isTwoTabs ? newcomer(come).idempotencyKey : attempt.idempotencyKey;
        presses.push(pressUntilAnswered(other, { ...attempt, idempotencyKey }));
      }
      const told = await Promise.all(presses);
      stories.push({ phone: attempt.signup.phone, isOneKey: !isTwoTabs, told });
      for (const result of told) if (result.outcome === 'joined') codes.push(result.referralCode);
    }
  }
  await Promise.all(connections.map(client));
  return stories;
}
