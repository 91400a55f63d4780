import type { Client } from 'pg';
import { median } from '../median.ts';
import { joinByCounting } from './counting-waitlist.ts';
import type { List } from './list.ts';
import { copyPeople } from './same-people.ts';

/** A signup's milliseconds, medians, as the caller sees them: one after the other over localhost. */
export interface Compared {
  signups: number;
  script: number;
  counting: number;
  /** Of the table and its indexes. */
  bytesPerMember: number;
}

const MOST_SIGNUPS = 300;

/** Counting those ahead takes so long in a long list that fewer have to do. */
const PATIENCE_MS = 30_000;

/** Turn by turn, each of the two takes in the same newcomer. */
export async function compareWithCounting(list: List, postgres: Client): Promise<Compared> {
  await copyPeople(list.client, postgres);
  const size = await postgres.query(`SELECT pg_total_relation_size('members') AS bytes`);
  const [script, counting]: [number[], number[]] = [[], []];
  const end = performance.now() + PATIENCE_MS;
  while (script.length < MOST_SIGNUPS && performance.now() < end) {
    const attempt = list.nextPerson();
    script.push(await milliseconds(() => list.join(attempt)));
    counting.push(await milliseconds(() => joinByCounting(postgres, attempt)));
  }
  return {
    signups: script.length,
    script: median(script),
    counting: median(counting),
    bytesPerMember: Number(size.rows[0].bytes) / list.size(),
  };
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
