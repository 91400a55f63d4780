import { expect, test } from 'vitest';
import { readDatabaseEnv } from '../../netlify/queue/database-env.ts';

const url = 'https://eu1-calm-cat-1.upstash.io';
const read = (UPSTASH_REDIS_REST_URL?: string, UPSTASH_REDIS_REST_TOKEN?: string) =>
  readDatabaseEnv({ UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN });

test('both variables mean the hosted database', () => {
  expect(read(url, 'secret')).toEqual({ kind: 'hosted', url, token: 'secret' });
  expect(read(` ${url}\n`, ' secret ')).toEqual({ kind: 'hosted', url, token: 'secret' });
  expect(read('http://localhost:8079', 'secret').kind).toBe('hosted');
});

test('no variable, or only empty ones, means a local database', () => {
  expect(read()).toEqual({ kind: 'local' });
  expect(read('', ' ')).toEqual({ kind: 'local' });
});

test.each([
  ['UPSTASH_REDIS_REST_TOKEN', url, undefined],
  ['UPSTASH_REDIS_REST_TOKEN', url, ''],
  ['UPSTASH_REDIS_REST_URL', undefined, 'secret'],
  ['UPSTASH_REDIS_REST_URL', 'rediss://default:secret@eu1-calm-cat-1.upstash.io:6379', 'secret'],
  ['UPSTASH_REDIS_REST_URL', 'eu1-calm-cat-1.upstash.io', 'secret'],
  ['UPSTASH_REDIS_REST_URL', 'localhost:8079', 'secret'],
  ['UPSTASH_REDIS_REST_URL', 'https://default:secret@eu1-calm-cat-1.upstash.io', 'secret'],
  ['UPSTASH_REDIS_REST_URL', 'https://eu1-calm-cat-1.upstash.io/?token=secret', 'secret'],
  ['UPSTASH_REDIS_REST_URL', 'http://eu1-calm-cat-1.upstash.io', 'secret'],
  ['UPSTASH_REDIS_REST_URL', 'http://localhost.example', 'secret'],
  ['UPSTASH_REDIS_REST_TOKEN', url, 'secret secret'],
  ['UPSTASH_REDIS_REST_TOKEN', url, 'secret\nsecret'],
  ['UPSTASH_REDIS_REST_TOKEN', url, 'sécret'],
])(
  'a mistake in %s is one sentence that names it, says where to get it and leaks nothing',
  (name, u, t) => {
    const result = read(u, t);
    if (result.kind !== 'invalid') throw new Error(`It was taken as ${result.kind}.`);
    expect(result.message).toMatch(new RegExp(`^${name} .*console\\.upstash\\.com.*\\.$`));
    expect(result.message).not.toContain('secret');
  },
);
