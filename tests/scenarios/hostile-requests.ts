import fc from 'fast-check';
import { MAX_BODY_BYTES } from '../../netlify/http/read-request.ts';
import { HONEYPOT, IDEMPOTENCY_HEADER } from '../../src/waitlist/shared/contract.ts';

/** A request as data, so that a failing one can be shrunk and printed. */
export interface Hostile {
  method: string;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer>;
  ip: string;
}

/** Text as people and programs send it: any script, half characters, marks, tags, code. */
const evilText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  // With lone surrogates, which no UTF-8 can hold and JSON's escapes can.
  fc.array(fc.nat(0xffff), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    ...['<script>alert(1)</script>', `"><img src=x onerror=alert(1)>'`, '\u202eevil', '\u0000'],
    ...['{{phone}} {{link}} %7B%7Blink%7D%7D &amp; $& $1 $`', '{waitlist}:queue', '__proto__'],
    ...['*3\r\n$3\r\nSET\r\n', '","key":"x', '\\"', '\ufeff Ana \u00a0', '🥀', 'x'.repeat(51)],
  ),
);

/** A signup that may well be let in, or refused for its phone. */
export const signup = fc.record({
  firstName: fc.oneof(evilText, fc.constantFrom('Ana', 'Zoë', '李小龍')),
  lastName: fc.oneof(evilText, fc.constantFrom('Lee', 'Привет', 'عائشة')),
  // Few, so that many are on the list already.
  phone: fc
    .tuple(fc.constantFrom('', '+1 ', '+44 ', '١', 'tel:'), fc.integer({ min: 1_000, max: 1_400 }))
    .map(([before, number]) => `${before}(201) 555-${number}`),
  referralCode: fc.oneof(evilText, fc.stringMatching(/^[0-9A-F]{7}[0-9A-Za-z]{8}$/)),
});

const NAMES = ['firstName', 'phone', 'consent', HONEYPOT, '__proto__', 'constructor', 'length', ''];
const oddFields = fc.array(
  fc.tuple(fc.constantFrom(...NAMES), fc.oneof(evilText, fc.jsonValue())),
  { maxLength: 2 },
);
/** Of two fields with one name the last one counts, so the odd ones come first and last. */
const fields = fc
  .tuple(oddFields, signup, oddFields)
  .map(([before, good, after]) => [...before, ...Object.entries(good), ...after]);

const jsonText = fc.oneof(
  {
    weight: 6,
    arbitrary: fields.map(
      (all) => `{${all.map((pair) => pair.map((it) => JSON.stringify(it)).join(':')).join()}}`,
    ),
  },
  fc.json(),
  fc.nat(4_000).map((depth) => '{"a":['.repeat(depth) + ']}'.repeat(depth)),
  fc.nat(3 * MAX_BODY_BYTES).map((size) => `{"phone":"${'9'.repeat(size)}"}`),
  fc.constantFrom('', 'null', 'NaN', '1e999', '"\\ud800"', '{"a":1}{"b":2}', '[1,]'),
);

// Not by String(value), which throws for an object whose toString is none.
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const formText = fc.oneof(
  {
    weight: 6,
    arbitrary: fields.map((all) =>
      String(new URLSearchParams(all.map(([name, value]) => [`${name}`, asText(value)]))),
    ),
  },
  evilText,
  fc.nat(MAX_BODY_BYTES).map((size) => `firstName=${'%41'.repeat(size)}`),
  fc.constantFrom('', '&', '=', '&&==&', '%', '%zz=%u0041', 'firstName', 'firstName[]=1'),
);

const oddHeaders = fc.array(
  fc.tuple(
    fc.constantFrom(
      ...[IDEMPOTENCY_HEADER, 'Origin', 'Sec-Fetch-Site', 'Referer', 'Cookie', 'Host', 'Expect'],
      ...['X-Forwarded-For', 'X-HTTP-Method-Override', 'Content-Encoding', 'User-Agent'],
    ),
    fc.oneof(
      fc.stringMatching(/^[\x20-\x7e\xa0-\xff]*$/),
      fc.constantFrom('x'.repeat(20_000), '::1', '() { :; }; id', 'null', '-1', 'same-origin'),
    ),
  ),
  { maxLength: 3 },
);

const request = (types: string[], text: fc.Arbitrary<string>): fc.Arbitrary<Hostile> =>
  fc.record({
    method: fc.constantFrom(...Array(30).fill('POST'), 'PUT', 'DELETE', 'OPTIONS', 'post'),
    headers: fc
      .tuple(oddHeaders, fc.constantFrom(...types))
      .map(([odd, type]): Hostile['headers'] => [...odd, ['Content-Type', type]]),
    body: fc.oneof(
      { weight: 8, arbitrary: text.map((value) => new Uint8Array(Buffer.from(value))) },
      text.map((value) => new Uint8Array(Buffer.from(value, 'utf16le'))),
      fc.uint8Array({ maxLength: 300 }),
    ),
    ip: fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.nat(20).map((last) => `203.0.113.${last}`), // Few enough to be limited.
      fc.constantFrom('', 'fe80::1%eth0', '::ffff:203.0.113.7', '{waitlist}:queue'),
    ),
  });

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPES = Array(20).fill('application/json');
export const hostileJson = request([...JSON_TYPES, 'Application/JSON; charset=x', ''], jsonText);
export const hostileForm = request([FORM, `${FORM.toUpperCase()}; charset=utf-16`], formText);
