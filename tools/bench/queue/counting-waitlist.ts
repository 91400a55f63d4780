import type { Client } from 'pg';
import type { Attempt } from '../../../netlify/queue/queue.ts';
import { randomEnd } from '../../../netlify/queue/referral-code.ts';

/**
 * The same waitlist as most open ones keep it: a row a member, and her place is COUNT(*) of those
 * ahead, here from an index made for it. One statement and one transaction a signup, since the
 * round trips of an ORM would be measured instead.
 */
const SCHEMA = `
  CREATE TABLE members (
    id bigserial PRIMARY KEY,
    phone text NOT NULL UNIQUE,
    code text NOT NULL UNIQUE,
    key text NOT NULL,
    inviter text,
    first_name text NOT NULL,
    last_name text NOT NULL,
    consent text,
    score bigint NOT NULL,
    joined_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX ahead ON members (score, id);

  CREATE FUNCTION join_waitlist(
    new_phone text, new_code text, new_key text, new_inviter text,
    new_first_name text, new_last_name text, new_consent text
  ) RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    number bigint := nextval('members_id_seq');
    mine bigint;
  BEGIN
    UPDATE members SET score = score - 5 WHERE code = new_inviter RETURNING code INTO new_inviter;
    INSERT INTO members
      VALUES (number, new_phone, new_code, new_key, new_inviter, new_first_name, new_last_name,
        new_consent, number)
      RETURNING score INTO mine;
    RETURN 1 + (SELECT count(*) FROM members WHERE (score, id) < (mine, number));
  END $$;
`;

export async function createTable(client: Client): Promise<void> {
  await client.query(SCHEMA);
}

/** Puts one person in line and moves her inviter up five; resolves with her position. */
export async function joinByCounting(client: Client, { signup, idempotencyKey }: Attempt) {
  const { firstName, lastName, phone, referralCode, consent } = signup;
  const { rows } = await client.query<{ position: string }>({
    name: 'join',
    text: 'SELECT join_waitlist($1, $2, $3, $4, $5, $6, $7) AS position',
    values: [
      phone,
      `counted${randomEnd()}`,
      idempotencyKey,
      referralCode,
      firstName,
      lastName,
      consent,
    ],
  });
  return Number(rows[0]?.position);
}
