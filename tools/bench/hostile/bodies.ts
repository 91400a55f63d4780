import fc from 'fast-check';
import { MAX_BODY_BYTES } from '../../../netlify/http/read-request.ts';
import { HONEYPOT } from '../../../src/waitlist/shared/contract.ts';
import { code, evilText, goodName } from './text.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

const anything = fc.anything({
  maxDepth: 4,
  withBigInt: false,
  withObjectString: true,
  withSparseArray: false,
});
const field = fc.oneof({ weight: 2, arbitrary: evilText }, { weight: 1, arbitrary: anything });
const names = fc.constantFrom(
  ...['firstName', 'lastName', 'phone', 'referralCode', HONEYPOT],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'length', '', '0', 'firstName '],
);

const json = (value: unknown) => JSON.stringify(value) ?? 'undefined';

/** JSON with any fields, each perhaps more than once: the last one counts. */
const manyFields = fc
  .array(fc.tuple(names, field), { maxLength: 9 })
  .map((fields) => `{${fields.map(([name, value]) => `${json(name)}:${json(value)}`).join()}}`);

/** A signup that may well be let in, or refused for its phone, with something odd about it. */
const nearlyGood = fc
  .record({
    firstName: goodName,
    lastName: goodName,
    // Few, so that many are in line already; from + to letters as people write them.
    phone: fc
      .tuple(fc.constantFrom('', '+1 ', '١', '\u202d', 'tel:'), fc.nat(400))
      .map(([before, number]) => `${before}(201) 555-${String(number).padStart(4, '0')}`),
    referralCode: code,
  })
  .chain((good) =>
    fc.tuple(fc.constant(Object.entries(good)), fc.array(fc.tuple(names, field), { maxLength: 2 })),
  );

/** The last of two fields with one name counts, so the odd ones come first or last. */
const nearlyGoodJson = fc
  .tuple(nearlyGood, fc.boolean())
  .map(([[good, odd], first]) => (first ? [...odd, ...good] : [...good, ...odd]))
  .map((fields) => `{${fields.map(([name, value]) => `${json(name)}:${json(value)}`).join()}}`);

const nearlyGoodForm = nearlyGood.map(([good, odd]) =>
  [...odd, ...good]
    .map((pair) =>
      pair.map((text) => formEncoded(typeof text === 'string' ? text : json(text))).join('='),
    )
    .join('&'),
);

const nested = fc
  .tuple(fc.integer({ min: 1, max: 4_000 }), fc.constantFrom('[', '{"phone":', '{"a":[{"b":'))
  .map(([depth, open]) => {
    const close = open.replace(/[^[{]/g, '').split('').reverse();
    const closed = close.map((bracket) => (bracket === '[' ? ']' : '}')).join('');
    return `${open.repeat(depth)}null${closed.repeat(depth)}`;
  });

const huge = fc
  .integer({ min: MAX_BODY_BYTES - 40, max: 4 * MAX_BODY_BYTES })
  .map((size) => `{"firstName":"${'x'.repeat(size)}`);

export const jsonText = fc.oneof(
  { weight: 4, arbitrary: nearlyGoodJson },
  { weight: 4, arbitrary: manyFields },
  { weight: 2, arbitrary: anything.map(json) },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: huge },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'null', 'NaN', '1e999', '"\\ud800"', '{"a":1}{"b":2}', '[1,]'),
  },
);

/** The right text in the wrong bytes, cut anywhere, and bytes that are no text at all. */
export const bytesOf = (text: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 6, arbitrary: text.map(utf8) },
    { weight: 1, arbitrary: text.map((value) => new Uint8Array(Buffer.from(value, 'utf16le'))) },
    { weight: 1, arbitrary: text.map((value) => new Uint8Array(Buffer.from(value, 'latin1'))) },
    { weight: 1, arbitrary: text.map((value) => utf8(`\ufeff${value}`)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(text.map(utf8), fc.nat(200))
        .map(([bytes, cut]) => bytes.slice(0, Math.max(0, bytes.length - cut))),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  );

export const formText = fc.oneof(
  { weight: 2, arbitrary: nearlyGoodForm },
  fc
    .array(fc.tuple(names, evilText), { maxLength: 9 })
    .map((fields) => fields.map((pair) => pair.map(formEncoded).join('=')).join('&')),
  fc.constantFrom('', '&', '=', '&&==&', '%', '%%%', '%zz=%u0041', 'firstName', 'firstName[]=1'),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.integer({ min: 8_000, max: 20_000 }).map((size) => `firstName=${'%41'.repeat(size / 3)}`),
);

function formEncoded(text: string) {
  return new URLSearchParams({ '': text.toWellFormed() }).toString().slice(1);
}
