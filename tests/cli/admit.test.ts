import { writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AdmitOptions, admit } from '../../cli/commands/admit.ts';
import { remove } from '../../cli/commands/remove.ts';
import { admitMembers } from '../../netlify/queue/admit-members.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { referralLink } from '../../src/waitlist/shared/referral.ts';
import { audit } from '../support/audit.ts';
import { printed, setUpWaitlist } from '../support/command.ts';
import { makePeople } from '../support/people.ts';

const PEOPLE = 1_500;
const WAVE = 'october-1';
const { redis, upstash, session, faults, file, cutOff, run, scores, everything } =
  await setUpWaitlist();
let members: Member[];
let before: Map<string, number>;

beforeEach(async () => {
  members = await makePeople(redis, PEOPLE);
  before = await scores();
});

const admitting = (options: AdmitOptions, path?: string) =>
  printed(() => admit(session, path, options));
const admitTop = (top: number, wave = WAVE) => admitting({ top, wave });

/** That the list is sound, and those let in are the first of the line as it was; how many there are. */
async function letIn() {
  expect((await audit(redis)).problems).toEqual([]);
  const codes = await redis.zrange(KEYS.admitted, 0, -1);
  expect(codes).toEqual([...before.keys()].slice(0, codes.length));
  expect([...(await scores())]).toEqual([...before].slice(codes.length));
  return codes.length;
}

test('500 in a wave are 500 in all, however often it is asked for', async () => {
  const first = [...before.keys()].slice(0, 500);
  const ticked = members.filter(({ code, consent }) => consent && first.includes(code));
  const { text } = await admitTop(500);
  expect(text).toBe(
    `500 people, from position 1 to 500; ${ticked.length} agreed to texts.\n\noctober-1 has 500 people now.\n`,
  );
  expect(await letIn()).toBe(500);
  expect((await admitTop(500)).text).toBe(
    'october-1 has 500 people already.\nNobody more was let in.\n',
  );
  const again = await admitTop(620);
  expect(again.text).toContain(
    'october-1 has 500 people already.\n120 people, from position 1 to 120',
  );
  expect(await letIn()).toBe(620);
});

test.each(['SIGINT', 'SIGKILL'] as const)(
  'cut off by %s leaves whole steps, and the same again finishes them',
  async (signal) => {
    const args = ['admit', '--top', '500', '--wave', WAVE, '--yes'];
    await cutOff(args, signal, async () => (await redis.zcard(KEYS.admitted)) > 0);
    expect(await letIn()).toBe(200);
    await admitTop(500);
    expect(await letIn()).toBe(500);
  },
);

test('an answer that is lost, and two at once, let in nobody twice and nobody more', async () => {
  let answers = 0;
  faults.intercept = async (_, execute) => {
    const answer = await execute();
    if (JSON.stringify(answer.body).includes('"admitted",')) answers += 1;
    if (answers !== 1) return answer;
    answers += 1;
    throw new Error('lost on its way');
  };
  // Two commands print at the same time.
  await printed(async () => {
    const options = { top: 450, wave: WAVE };
    await Promise.all([options, options].map((each) => admit(session, undefined, each)));
    await Promise.all(
      ['a', 'b'].map((wave) => admit(session, undefined, { ...options, wave, top: 250 })),
    );
  });
  expect(await redis.hgetall(KEYS.waves)).toEqual({ [WAVE]: '450', a: '250', b: '250' });
  expect(await letIn()).toBe(950);
});

test('undone, everybody who is still there is back with the score she has', async () => {
  await admitTop(300);
  await admitting({ top: 10, wave: 'b' });
  const [gone = '', host = ''] = [...before.keys()];
  await printed(() => remove(session, gone));
  const inviter = members.find(({ code }) => code === gone)?.inviter;
  if (inviter) before.set(inviter, (before.get(inviter) ?? 0) + 5);
  const record = await redis.hget(KEYS.members, host);
  await redis.zadd(KEYS.admitted, 'INCR', -5, host);
  const { text } = await admitting({ undo: WAVE });
  expect(text).toBe('Back in line from october-1: 299 people.\n');
  expect(await redis.hgetall(KEYS.waves)).toEqual({ b: '10' });
  before.delete(gone);
  before.set(host, (before.get(host) ?? 0) - 5);
  for (const code of await redis.zrange(KEYS.admitted, 0, -1)) before.delete(code);
  expect(await scores()).toEqual(before);
  expect(record).toContain('"wave":"october-1","admittedAt":"');
  expect(await redis.hget(KEYS.members, host)).not.toMatch(/wave|admitted/);
});

test('by codes, alone or in a file with their links, are let in who is still in line', async () => {
  const [ana = '', bea = '', cy = ''] = [...before.keys()].slice(99);
  expect((await admitting({ code: ana, wave: WAVE })).text).toContain(
    '1 person, from position 100 to 100; ',
  );
  writeFileSync(file('codes.txt'), `${ana}\r\n\r\n${referralLink('https://a.b', cy)}\n${bea}`);
  const { text } = await admitting({ wave: 'b' }, file('codes.txt'));
  expect(text).toMatch(/^2 people, from position 100 to 101; /);
  expect(await redis.hgetall(KEYS.waves)).toEqual({ [WAVE]: '1', b: '2' });
  expect((await audit(redis)).problems).toEqual([]);
});

describe('nothing changes', () => {
  const wrong = file('wrong.txt');
  writeFileSync(wrong, `${'FFFFFFFghost123'}\n`);
  const torn = file('torn.txt');
  writeFileSync(torn, 'FFFFFFFghost123\nAna Lee\n');

  test.each<[string, string[], string]>([
    ['a top of 0', ['--top', '0', '--wave', WAVE], 'It has to be a whole number from 1'],
    [
      'a top beyond the list',
      ['--top', '1501', '--wave', WAVE],
      '1,501 are missing, and only 1,499 are in line.',
    ],
    ['no wave', ['--top', '5'], 'Name the wave in small letters'],
    ['two ways at once', [wrong, '--top', '5', '--wave', WAVE], 'Say who: --top 500'],
    ['a wave of capitals', ['--top', '5', '--wave', 'October 1'], 'Name the wave in small letters'],
    ['a wave nobody knows', ['--undo', 'september'], 'There is no wave september; there are: a.'],
    ['codes of nobody', [wrong, '--wave', WAVE], '1 code in the file: nobody has it.'],
    ['lines without a code', [torn, '--wave', WAVE], `2 words in ${torn}: no referral code.`],
  ])('with %s', async (_, args, sentence) => {
    const [front = ''] = before.keys();
    await admitMembers(upstash, 'a', [front]);
    const untouched = await everything();
    const { code, stderr } = await run(['admit', ...args]);
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
    expect(await everything()).toBe(untouched);
  });

  test('where a record in front cannot be read', async () => {
    const [front = ''] = before.keys();
    await redis.hset(KEYS.members, front, 'torn');
    const untouched = await everything();
    await expect(admitTop(5)).rejects.toThrow(`The record of ${front} cannot be read`);
    expect(await everything()).toBe(untouched);
  });
});
