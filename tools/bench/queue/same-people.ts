import type { Redis } from 'ioredis';
import type { Client } from 'pg';
import { KEYS } from '../../../netlify/queue/queue.ts';
import { type Member, parseRecord } from '../../../netlify/queue/record.ts';
import { joinNumber } from '../../../netlify/queue/referral-code.ts';

/** Columns instead of rows, since the server then parses one statement for all of them. */
const INSERT = `
  INSERT INTO members (id, phone, code, key, inviter, first_name, last_name, consent, score, joined_at)
  SELECT id, phone, code, key, inviter, first_name, last_name, consent, score, to_timestamp(ms / 1000)
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
    $8::text[], $9::bigint[], $10::float8[])
    AS member (id, phone, code, key, inviter, first_name, last_name, consent, score, ms)
  ON CONFLICT DO NOTHING`; // HSCAN may return a member twice.

/** Fills the table with everybody who is in the list, with the scores they have there. */
export async function copyPeople(redis: Redis, postgres: Client): Promise<void> {
  await postgres.query('TRUNCATE members');
  for await (const found of redis.hscanStream(KEYS.members, { count: 5_000 })) {
    const members = pairs(found).flatMap(([phone, record]) => parseRecord(phone, record) ?? []);
    const codes = members.map(({ code }) => code);
    const scores = codes.length ? await redis.zmscore(KEYS.queue, ...codes) : [];
    const column = (of: (member: Member) => unknown) => members.map(of);
    await postgres.query(INSERT, [
      column(({ code }) => joinNumber(code)),
      column(({ phone }) => phone),
      codes,
      column(({ key }) => key),
      column(({ inviter }) => inviter),
      column(({ firstName }) => firstName),
      column(({ lastName }) => lastName),
      column(({ consent }) => consent),
      scores,
      column(({ joinedAt }) => joinedAt),
    ]);
  }
  await postgres.query(`SELECT setval('members_id_seq', (SELECT max(id) FROM members))`);
  await postgres.query('VACUUM ANALYZE members');
}

function pairs(flat: string[]): [string, string][] {
  return flat.flatMap((phone, i) => (i % 2 ? [] : [[phone, flat[i + 1] ?? '']]));
}
