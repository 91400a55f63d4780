import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { expect } from 'vitest';
import type { JoinResult } from '../../netlify/queue/join-queue.ts';
import { audit } from '../support/audit.ts';
import { randomFrom } from '../support/random.ts';
import { type Person, person } from '../support/waitlist.ts';

/** SCENARIOS=long is for before a release: minutes. The short form is part of every `npm test`. */
export const IS_LONG = process.env.SCENARIOS === 'long';
export const TIMEOUT_MS = IS_LONG ? 1_800_000 : 60_000;

/** Joins by some way; rejects where she gets no answer, or is told that we cannot be reached. */
export type Join = (person: Person) => Promise<JoinResult>;

const random = randomFrom(20_260_101);
const CLIENTS = IS_LONG ? 16 : 8;

/** People who join, and what they were told. */
export class Crowd {
  /** Everybody who was told "you're in line", with her code. */
  told = new Map<Person, string>();
  /** Presses without an answer. */
  unanswered = 0;

  private readonly join: Join;

  constructor(join: Join) {
    this.join = join;
  }

  /** She presses with the same key until she is told how it ended. Nobody may be refused. */
  async press(someone: Person): Promise<void> {
    const result = await this.join(someone).catch(() => undefined);
    if (!result) {
      this.unanswered += 1;
      await sleep(5);
      return this.press(someone);
    }
    const code = result.outcome === 'joined' ? result.referralCode : result.outcome;
    expect(code).toEqual(this.told.get(someone) ?? expect.stringMatching(/^FF/));
    this.told.set(someone, code);
  }

  /** Some clients at once, each one person after the other, two in three through somebody's link. */
  async come(more: () => boolean): Promise<void> {
    const client = async () => {
      while (more()) {
        const codes = [...this.told.values()];
        const referralCode = codes[Math.floor(random() * codes.length * 1.5)];
        await this.press(person({ referralCode }));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }

  /** They come while `fault` is done `times` times, and some more after the last time. */
  async comeDuring(times: number, fault: () => Promise<unknown>): Promise<void> {
    let last = Number.POSITIVE_INFINITY;
    const coming = this.come(() => this.told.size < last);
    for (let count = 0; count < times; count += 1) {
      // However slow the machine, somebody joins between two of them.
      const before = this.told.size;
      while (this.told.size < before + CLIENTS) await Promise.race([coming, sleep(5)]);
      await fault();
    }
    last = this.told.size + 4 * CLIENTS;
    await coming;
  }

  /** Everybody who was told so is in line, once, and credited once; and nobody else is. */
  async expectSound(redis: Redis): Promise<void> {
    const { members, credits, problems } = await audit(redis);
    expect(problems).toEqual([]);
    const inLine = Array.from(members.values(), ({ code, phone }) => `${code} ${phone}`);
    const told = Array.from(this.told, ([{ phone }, code]) => `${code} ${phone}`);
    expect(inLine.sort()).toEqual(told.sort());
    expect(credits).toBe([...this.told.keys()].filter((it) => it.referralCode).length);
  }
}
