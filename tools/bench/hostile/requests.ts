import fc from 'fast-check';
import { bytesOf, formText, jsonText } from './bodies.ts';
import { ips, keyHeader, methods, oddHeaders, origins, types } from './headers.ts';
import { code, goodName } from './text.ts';

/** A request as data, so that a failing one can be shrunk and printed. */
export interface Hostile {
  method: string;
  headers: [name: string, value: string][];
  body: Uint8Array | undefined;
  ip: string;
  /** A well made signup instead of a body: it has to be let in, and stored just so. */
  signup?: { firstName: string; lastName: string; referralCode: string } | undefined;
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';

type Parts = [string, [string, string][], string, [string, string][], [string, string][], string];
const around = (type: fc.Arbitrary<string>): fc.Arbitrary<Parts> =>
  fc.tuple(methods, oddHeaders, type, keyHeader, origins, ips);

function request([method, odd, type, given, origin, ip]: Parts, body: Uint8Array): Hostile {
  const headers: [string, string][] = [...odd, ...given, ...origin, ['Content-Type', type]];
  return { method, headers, ip, body: /^(get|head)$/i.test(method) ? undefined : body };
}

/** Bodies and headers for the JSON side of the function. */
export const hostileJson: fc.Arbitrary<Hostile> = fc
  .tuple(around(types), bytesOf(jsonText))
  .map(([parts, body]) => request(parts, body));

/** And for the side that answers forms without script. */
export const hostileForm: fc.Arbitrary<Hostile> = fc
  .tuple(
    around(fc.constantFrom(FORM_TYPE, `${FORM_TYPE}; charset=utf-16`, FORM_TYPE.toUpperCase())),
    bytesOf(formText),
  )
  .map(([parts, body]) => request(parts, body));

/** Well made signups of people with any name; the phone and the address are added when sent. */
export const wellMade: fc.Arbitrary<Hostile> = fc
  .record({ firstName: goodName, lastName: goodName, referralCode: code, odd: oddHeaders })
  .map(({ odd, ...signup }) => ({
    method: 'POST',
    headers: [...odd, ['Content-Type', 'application/json']],
    body: undefined,
    ip: '',
    signup,
  }));
