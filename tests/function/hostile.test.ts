import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { IDEMPOTENCY_HEADER } from '../../src/waitlist/shared/contract.ts';
import { callFunction, freshFunctions } from '../support/call-function.ts';

// Replaces the pages, which are built after these tests.
vi.mock('../../netlify/http/read-built.ts', () => ({ readBuilt: async () => 'null' }));
const { printed } = await freshFunctions();

const ZELDA = { firstName: 'Zéldå', lastName: 'Quixote', phone: '9876543210' };
const FORM = String(new URLSearchParams(ZELDA));

test('whatever a bot sends, no function fails, and none of it is logged', async () => {
  vi.stubEnv('WAITLIST_RATE_LIMIT', '0');
  const field = fc.constantFrom('firstName', 'referralCode', 'statusToken', 'source', 'comment');
  const changes = fc.dictionary(field, fc.jsonValue(), { maxKeys: 2 });
  const phone = fc.stringMatching(/^98765\d{5}$/);
  const json = fc.tuple(phone, changes).map(([phone, changed]) => {
    return JSON.stringify({ ...ZELDA, phone, ...changed });
  });
  const bytes = fc.uint8Array({ maxLength: 300 });
  const nested = fc.nat(1_500).map((depth) => '{"a":['.repeat(depth) + ']}'.repeat(depth));
  const odd = fc.constantFrom('null', 'NaN', '1e999', '"\\ud800"', '&&==&', FORM, `${FORM}=%zz`);
  const body = fc.oneof({ weight: 3, arbitrary: json }, fc.json(), bytes, nested, odd);
  const type = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/x');
  const header = fc.constantFrom(IDEMPOTENCY_HEADER, 'Origin', 'Referer', 'Accept');
  const latin1 = fc.stringMatching(/^[\x20-\x7e\xa0-\xff]*$/);
  const request = fc.record({ type, header, value: latin1, body });
  const name = fc.constantFrom('signup', 'signup', 'status', 'leave');
  const property = fc.asyncProperty(name, request, async (name, { type, header, value, body }) => {
    const headers = { 'Content-Type': type, [header]: value };
    const response = await callFunction(name, { headers, body });
    expect(response.status).toBeLessThan(500);
    expect(await response.text()).not.toMatch(/node:|\.ts\b|\bat \S+:\d/);
  });
  await fc.assert(property, { numRuns: 1_000 });
  const line = /^\{"function":"waitlist-[a-z]+","outcome":"[a-z_]+","status":\d{3},"ms":\d+\}$/;
  expect(printed.filter((text) => !line.test(text))).toEqual([]);
});
