import { expect, test } from 'vitest';
import type { Member } from '../../netlify/queue/record.ts';
import { schemas } from '../../src/content.config.ts';
import { readWords } from '../../src/site/words.ts';

/** For each field of a record, the words by which the page names it. A new field is missing here first. */
const NAMED: Record<keyof Member, string> = {
  firstName: 'first name',
  lastName: 'last name',
  phone: 'phone number',
  joinedAt: 'When you joined',
  inviter: 'who invited you',
  consent: 'agreed to texts',
  consentAt: 'to which words, and when',
  optedOut: 'the day you took that back',
  source: 'which of our posts',
  wave: 'with which group',
  admittedAt: 'when you were let in',
  code: 'The code in the link you share',
  token: 'a private token',
  key: 'a random number',
};

test('the page about privacy names every field that is stored', async () => {
  const { words } = await readWords('privacy', schemas.privacy);
  for (const named of Object.values(NAMED)) expect.soft(words.body).toContain(named);
});
