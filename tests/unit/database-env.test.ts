import { expect, test } from 'vitest';
import { readDatabaseEnv } from '../../netlify/queue/database-env.ts';

const url = 'https://eu1-calm-cat-1.upstash.io';
const read = (UPSTASH_REDIS_REST_URL?: string, UPSTASH_REDIS_REST_TOKEN?: string) =>
  readDatabaseEnv({ UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN });

test('both variables mean the hosted database, and neither of them a local one', () => {
  expect(read(` ${url}\n`, ' secret ')).toEqual({ kind: 'hosted', url, token: 'secret' });
  expect(read('http://localhost:8079', 'secret').kind).toBe('hosted');
  expect(read()).toEqual({ kind: 'local' });
  expect(read('', ' ')).toEqual({ kind: 'local' });
});

test.each([
  ['TOKEN', url, ''],
  ['TOKEN', url, 'secret secret'],
  ['TOKEN', url, 'sécret'],
  ['URL', undefined, 'secret'],
  ['URL', 'eu1-calm-cat-1.upstash.io', 'secret'],
  ['URL', 'rediss://eu1-calm-cat-1.upstash.io:6379', 'secret'],
  ['URL', 'https://default@eu1-calm-cat-1.upstash.io', 'secret'],
  ['URL', 'https://:secret@eu1-calm-cat-1.upstash.io', 'secret'],
  ['URL', 'https://eu1-calm-cat-1.upstash.io/?token=secret', 'secret'],
  ['URL', 'https://eu1-calm-cat-1.upstash.io/#secret', 'secret'],
  ['URL', 'http://localhost.example', 'secret'],
])('a wrong %s (%s, %s) is told by name, with where to find it and without its value', (...row) => {
  const [name, ...given] = row;
  const { message = '' } = { message: '', ...read(...given) };
  expect(message).toMatch(RegExp(`^UPSTASH_REDIS_REST_${name} .*console\\.upstash\\.com.*\\.$`));
  expect(message).not.toContain('secret');
});
