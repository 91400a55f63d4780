import { expect, test } from 'vitest';
import type { Member } from '../../netlify/queue/record.ts';
import { files } from '../../src/content.config.ts';
import { checkFile } from '../../src/site/content-loader.ts';
import { FIELDS, type Field } from '../../src/waitlist/shared/contract.ts';
import { copy } from '../support/copy.ts';

/** For each field of a record, the words by which the page names it, as the form names its own. */
const NAMED: Record<Exclude<keyof Member, Field>, string> = {
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
  const { data } = await checkFile('privacy', files.privacy);
  const labels = FIELDS.map((field) => copy.form[field].toLowerCase());
  for (const name of [...labels, ...Object.values(NAMED)]) expect.soft(data.body).toContain(name);
});
