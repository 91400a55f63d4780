import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { exportFile } from '../../cli/commands/export.ts';
import { importFile } from '../../cli/commands/import.ts';
import { optOut } from '../../cli/commands/opt-out.ts';
import { admitMembers } from '../../netlify/queue/admit-members.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { dayOf, formatRecord, type Member } from '../../netlify/queue/record.ts';
import { audit } from '../support/audit.ts';
import { printed, setUpWaitlist } from '../support/command.ts';
import type { Person } from '../support/waitlist.ts';
import { consentVersion } from '../support/words.ts';

const { redis, upstash, session, file, join, memberWith, run } = await setUpWaitlist();
const CONSENT = consentVersion;

const texts = file('texts.csv');
const exporting = async (wave?: string) => {
  const { text } = await printed(() =>
    exportFile(session, texts, { forTexts: true, ...(wave && { wave }) }),
  );
  const csv = readFileSync(texts, 'utf8');
  return { text, csv, rows: parse<Record<string, string>>(csv, { columns: true }) };
};
const optingOut = (typed: string) => printed(() => optOut(session, typed));

beforeEach(async () => {
  vi.stubEnv('SITE_URL', 'https://fabio.example');
  await redis.flushall();
  const people: Partial<Person>[] = [
    { phone: '5550000001', firstName: 'Ana, "the\nhammer"', consent: CONSENT, source: 'ig/spring' },
    { phone: '5550000002', firstName: '=1+1;@x' },
    { phone: '5550000003', firstName: "'+Zoë; =1", consent: CONSENT },
    { phone: '5550000004' },
  ];
  for (const one of people) await join(one);
  await admitMembers(upstash, 'october-1', 1);
});

describe('a file for a texting service', () => {
  test('has who ticked the box alone, as such services read it', async () => {
    const { text, csv, rows } = await exporting();
    expect(text).toBe(
      `2 people in ${texts}, with phone numbers and private links.\n2 left out, who did not agree to texts.\n`,
    );
    expect(csv).toMatch(
      /^phone,first_name,position,wave,link,consent_text,consent_at,source\n\+1555/,
    );
    const zoe = await memberWith('5550000003');
    expect(rows[0]).toEqual({
      phone: '+15550000003',
      first_name: 'Zoë;1',
      position: '2',
      wave: '',
      link: `https://fabio.example/#spot=${zoe?.code}.${zoe?.token}`,
      consent_text: `Text ${CONSENT}`,
      consent_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00:00$/),
      source: '',
    });
    const ana = { first_name: 'Ana, "the hammer"', position: '', wave: 'october-1' };
    expect(rows[1]).toMatchObject({ ...ana, phone: '+15550000001', source: 'ig/spring' });
  });

  test('leaves out who has no private link, and says so', async () => {
    const { code, token: _, ...zoe } = (await memberWith('5550000003')) as Member;
    await redis.hset(KEYS.members, code, formatRecord(zoe));
    const { text, rows } = await exporting();
    expect(rows.map(({ phone }) => phone)).toEqual(['+15550000001']);
    expect(text).toContain(
      '2 left out, who did not agree to texts.\n1 left out, who have no private',
    );
  });

  test('of one wave has that alone, and of none is refused', async () => {
    const { rows } = await exporting('october-1');
    expect(rows.map(({ phone }) => phone)).toEqual(['+15550000001']);
    await expect(exporting('october-2')).rejects.toThrow('there are: october-1.');
    const { code, stderr } = await run(['export', texts, '--for-texts', '--yes'], { SITE_URL: '' });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Set SITE_URL') });
  });
});

describe('who opts out', () => {
  const today = dayOf(Date.now());
  const optedOut = { consent: undefined, consentAt: undefined, optedOut: today };

  test('is not texted any more, in line or let in, and keeps the rest', async () => {
    const { optedOut: _, ...before } = (await memberWith('5550000001')) ?? {};
    expect((await optingOut('(555) 000-0001')).text).toBe(
      '1 person will not be texted any more.\n',
    );
    expect(await memberWith('5550000001')).toEqual({ ...before, ...optedOut });
    expect((await exporting()).rows.map(({ phone }) => phone)).toEqual(['+15550000003']);
    expect((await audit(redis)).problems).toEqual([]);
    await expect(optingOut('5559990000')).rejects.toThrow('Nobody on the list has this phone');
  });

  test('may stand in a file of the service, and in every copy of the list', async () => {
    writeFileSync(
      file('stop.csv'),
      'From,Body\n"+15550000001",STOP\n+1 555 000 0003,stop\n+15559990000,STOP\n',
    );
    const { text } = await optingOut(file('stop.csv'));
    expect(text).toBe('2 people will not be texted any more.\n1 phone of nobody on the list.\n');
    expect((await optingOut('5550000003')).text).toContain('\n1 had opted out before.\n');
    for (const path of [file('list.csv'), file('list.jsonl')]) {
      await printed(() => exportFile(session, path));
      await redis.flushall();
      await printed(() => importFile(session, path));
      expect(await memberWith('5550000001')).toMatchObject({ ...optedOut, wave: 'october-1' });
      expect(await memberWith('5550000003')).toMatchObject(optedOut);
    }
  });
});
