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
  // Few, so that many are in line already.
  phone: fc
    .tuple(fc.constantFrom('', '+1 ', '+44 ', '١', 'tel:'), fc.integer({ min: 1_000, max: 1_400 }))
    .map(([before, number]) => `${before}(201) 555-${number}`),
  referralCode: fc.oneof(evilText, fc.stringMatching(/^[0-9A-F]{7}[0-9A-Za-z]{8}$/)),
});

const names = ['firstName', 'lastName', 'phone', 'referralCode', 'consent', HONEYPOT, '__proto__'];
const oddField = fc.tuple(
  fc.constantFrom(...names, 'constructor', 'toString', 'length', '', '0', 'firstName '),
  fc.oneof(evilText, fc.jsonValue()),
);

/** Of two fields with one name the last one counts, so the odd ones come first and last. */
const fields = fc
  .tuple(fc.array(oddField, { maxLength: 2 }), signup, fc.array(oddField, { maxLength: 2 }))
  .map(([before, good, after]) => [...before, ...Object.entries(good), ...after]);

const fieldsAsJson = fields.map(
  (all) => `{${all.map((pair) => pair.map((it) => JSON.stringify(it)).join(':')).join()}}`,
);
const jsonText = fc.oneof(
  { weight: 6, arbitrary: fieldsAsJson },
  fc.json(),
  fc.nat(4_000).map((depth) => '{"a":['.repeat(depth) + ']}'.repeat(depth)),
  fc.nat(3 * MAX_BODY_BYTES).map((size) => `{"phone":"${'9'.repeat(size)}"}`),
  fc.constantFrom('', 'null', 'NaN', '1e999', '"\\ud800"', '{"a":1}{"b":2}', '[1,]'),
);

// Not by String(value), which throws for an object whose toString is none.
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const fieldsAsForm = fields.map((all) =>
  String(new URLSearchParams(all.map(([name, value]) => [name, asText(value)]))),
);
const formText = fc.oneof(
  { weight: 6, arbitrary: fieldsAsForm },
  evilText,
  fc.nat(MAX_BODY_BYTES).map((size) => `firstName=${'%41'.repeat(size)}`),
  fc.constantFrom('', '&', '=', '&&==&', '%', '%zz=%u0041', 'firstName', 'firstName[]=1'),
);

/** Mostly the right bytes; else of another encoding, or no text at all. */
function bytesOf(text: fc.Arbitrary<string>) {
  const encoded = (encoding: BufferEncoding) =>
    text.map((value) => new Uint8Array(Buffer.from(value, encoding)));
  const right = { weight: 8, arbitrary: encoded('utf8') };
  return fc.oneof(right, encoded('utf16le'), encoded('latin1'), fc.uint8Array({ maxLength: 300 }));
}

const oddHeader = fc.tuple(
  fc.constantFrom(
    ...[IDEMPOTENCY_HEADER, 'Origin', 'Sec-Fetch-Site', 'Referer', 'User-Agent', 'Cookie', 'Host'],
    ...['X-Forwarded-For', 'Forwarded', 'X-HTTP-Method-Override', 'Content-Encoding', 'Expect'],
  ),
  fc.oneof(
    fc.stringMatching(/^[\w-]{16,64}$/),
    fc.stringMatching(/^[\x20-\x7e\xa0-\xff]*$/),
    fc.constantFrom('x'.repeat(20_000), '::1', '() { :; }; id', 'null', '-1', 'same-origin'),
  ),
);

const ip = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.nat(20).map((last) => `203.0.113.${last}`), // Few enough to be limited.
  fc.constantFrom('', 'fe80::1%eth0', '::ffff:203.0.113.7', 'unknown', '{waitlist}:queue'),
);

const methods = [...Array(30).fill('POST'), 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'post'];

const requests = (types: string[], text: fc.Arbitrary<string>): fc.Arbitrary<Hostile> =>
  fc.record({
    method: fc.constantFrom(...methods),
    headers: fc
      .tuple(fc.array(oddHeader, { maxLength: 3 }), fc.constantFrom(...types))
      .map(([odd, type]): Hostile['headers'] => [...odd, ['Content-Type', type]]),
    body: bytesOf(text),
    ip,
  });

const json = Array(20).fill('application/json');
const otherTypes = ['Application/JSON; charset=x', 'text/plain', '', 'application/json, text/html'];
const form = 'application/x-www-form-urlencoded';
export const hostileJson = requests([...json, ...otherTypes], jsonText);
export const hostileForm = requests([form, `${form.toUpperCase()}; charset=utf-16`], formText);
