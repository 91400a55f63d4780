import fc from 'fast-check';
import { IDEMPOTENCY_HEADER } from '../../../src/waitlist/shared/contract.ts';

const key = fc.oneof(fc.stringMatching(/^[\w-]{16,64}$/), fc.string({ unit: 'grapheme-ascii' }));

/** Values that a Request takes: bytes without line breaks and NUL. */
const headerValue = fc.oneof(
  fc
    .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((c) => String.fromCharCode(c)) })
    .map((value) => value.replaceAll('\x7f', '')),
  fc.constantFrom('x'.repeat(20_000), '::1', '127.0.0.1', '() { :; }; id', 'null', '0', '-1'),
);

export const oddHeaders = fc.array(
  fc.tuple(
    fc.constantFrom(
      ...['X-Forwarded-For', 'X-NF-Client-Connection-IP', 'X-Real-IP', 'Forwarded', 'Via'],
      ...['User-Agent', 'Referer', 'Cookie', 'Authorization', 'Accept', 'Accept-Encoding'],
      ...['X-HTTP-Method-Override', 'Content-Encoding', 'Range', 'Expect', 'Host', 'If-Match'],
    ),
    headerValue,
  ),
  { maxLength: 30 },
);

export const origins = fc.oneof(
  { weight: 12, arbitrary: fc.constant<[string, string][]>([]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('Origin', 'Sec-Fetch-Site'), headerValue)
      .map((pair): [string, string][] => [pair]),
  },
);

export const keyHeader = fc
  .option(key, { nil: undefined })
  .map((value): [string, string][] => (value ? [[IDEMPOTENCY_HEADER, value]] : []));

export const types = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('application/json', 'application/json; charset=utf-16'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['text/plain', 'multipart/form-data', '', 'application/json, text/html', 'a/b;c'],
    ),
  },
  { weight: 1, arbitrary: headerValue },
);

export const methods = fc.oneof(
  { weight: 30, arbitrary: fc.constant('POST') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PURGE', 'post'),
  },
);

/** Few enough that the limit strikes, and some that are no address. */
export const ips = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.nat(20).map((last) => `203.0.113.${last}`),
  fc.constantFrom('', '::1', 'fe80::1%eth0', '::ffff:203.0.113.7', 'unknown', '{waitlist}:queue'),
);
