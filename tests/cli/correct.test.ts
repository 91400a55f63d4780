import { beforeEach, expect, test } from 'vitest';
import { type Corrections, correct } from '../../cli/commands/correct.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { audit } from '../support/audit.ts';
import { printed, setUpWaitlist } from '../support/command.ts';
import { makePeople } from '../support/people.ts';

const { redis, session, faults, scores, memberWith } = await setUpWaitlist();
let [ana, bea]: Member[] = [];
beforeEach(async () => {
  [ana, bea] = (await makePeople(redis, 300)).slice(10);
});

const correcting = (given: Corrections) => printed(() => correct(session, ana?.code ?? '', given));

const stored = () => Promise.all([KEYS.members, KEYS.phones].map((key) => redis.hgetall(key)));

test('who is corrected keeps her position, code, friends and all the rest', async () => {
  const before = await scores();
  const { text } = await correcting({ phone: '+1 (700) 000-0000', firstName: ' Zoë ' });
  expect(text).toBe(`${ana?.code} is Zoë ${ana?.lastName}, (•••) •••-0000 now.\n`);
  expect(await memberWith('7000000000')).toEqual({ ...ana, phone: '7000000000', firstName: 'Zoë' });
  expect(await redis.hexists(KEYS.phones, ana?.phone ?? '')).toBe(0);
  expect(await scores()).toEqual(before);
  await correcting({ lastName: 'Okafor' });
  expect(await memberWith('7000000000')).toMatchObject({ firstName: 'Zoë', lastName: 'Okafor' });
  expect((await audit(redis)).problems).toEqual([]);
});

test.each<[string, () => Corrections, string]>([
  [
    'a phone of somebody else',
    () => ({ phone: bea?.phone ?? '' }),
    'Somebody else on the list has',
  ],
  ['a phone that is none', () => ({ phone: '555' }), SIGNUP_ERRORS.invalid_phone],
  ['an empty name', () => ({ firstName: '\u200b' }), SIGNUP_ERRORS.empty_field],
  ['a name of 51 letters', () => ({ lastName: 'x'.repeat(51) }), SIGNUP_ERRORS.name_too_long],
  ['nothing', () => ({}), 'Say what is right: --phone, --first-name or --last-name.'],
])('%s is a sentence, and changes nothing', async (_, given, sentence) => {
  const before = await stored();
  await expect(correcting(given())).rejects.toThrow(sentence);
  expect(await stored()).toEqual(before);
});

test('nothing is corrected where her record has changed since it was read', async () => {
  faults.intercept = async (request, execute) => {
    if (String(request).includes('Zoë'))
      await redis.hset(KEYS.members, ana?.code ?? '', '{"another":"record"}');
    return execute();
  };
  await expect(correcting({ firstName: 'Zoë' })).rejects.toThrow('Her record has changed');
  expect(await redis.hget(KEYS.members, ana?.code ?? '')).toBe('{"another":"record"}');
});
