import fc from 'fast-check';
import type { Redis } from 'ioredis';
import { type ReplyTemplate, readReplyTemplate } from '../../../netlify/http/reply-template.ts';
import { KEYS } from '../../../netlify/queue/queue.ts';
import { parseRecord } from '../../../netlify/queue/record.ts';
import { SIGNUP_ERRORS, SIGNUP_PATH } from '../../../src/waitlist/shared/contract.ts';
import { parseReferralCode } from '../../../src/waitlist/shared/referral.ts';
import { audit } from '../../../tests/support/audit.ts';
import { newPerson } from '../faults/crowd.ts';
import { type Handler, type Person, SITE } from '../faults/function.ts';
import { FORM_TYPE, type Hostile, hostileForm, hostileJson, wellMade } from './requests.ts';

export interface Attack {
  /** Requests of each kind: JSON, forms, well made signups. */
  json: number;
  forms: number;
  signups: number;
  seed: number;
  handler: Handler;
  redis: Redis;
  /** The pages that answer forms, where they are not those of the build. */
  template?: (name: ReplyTemplate) => Promise<string>;
}

export interface Defence {
  requests: number;
  /** How many answers of each status. */
  statuses: Record<string, number>;
  members: number;
  problems: string[];
}

/** So many are sent at once, half of that on average. */
const AT_ONCE = 25;

/**
 * Sends generated requests to the function and judges every answer. Throws fast-check's report,
 * with the seed and the smallest request found, at the first answer that is none of the contract's.
 */
export async function attack(options: Attack): Promise<Defence> {
  const { json, forms, signups, seed, handler, redis, template = readReplyTemplate } = options;
  const statuses: Record<string, number> = {};
  let requests = 0;

  async function send(hostile: Hostile) {
    const person = hostile.signup && { ...newPerson(), ...hostile.signup };
    const request = buildRequest(hostile, person);
    if (!request) return;
    requests += 1;
    const response = await handler(request, { ip: person?.ip ?? hostile.ip });
    const text = await response.text();
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    const trouble = isForm(hostile)
      ? await troubleInPage(response, text, template)
      : troubleInJson(response, text);
    if (trouble) throw new Error(`${trouble}: ${response.status} ${text.slice(0, 300)}`);
    if (person) await checkStored(person, response.status, redis);
  }

  const wave = async (arbitrary: fc.Arbitrary<Hostile>, count: number) => {
    if (!count) return;
    const many = fc.array(arbitrary, { minLength: 1, maxLength: AT_ONCE, size: 'max' });
    const property = fc.asyncProperty(many, async (all) => void (await Promise.all(all.map(send))));
    await fc.assert(property, { seed, numRuns: Math.ceil((2 * count) / (AT_ONCE + 1)) });
  };
  await wave(hostileJson, json);
  await wave(hostileForm, forms);
  await wave(wellMade, signups);
  const { members, problems } = await audit(redis);
  return { requests, statuses, members: members.size, problems };
}

/** undefined where not even a Request takes it: then no platform could hand it on. */
function buildRequest(
  { method, headers, body }: Hostile,
  person: Person | undefined,
): Request | undefined {
  const accepted = new Headers();
  for (const [name, value] of headers) {
    try {
      accepted.append(name, value);
    } catch {}
  }
  try {
    const sent = person ? JSON.stringify(person) : body && new Uint8Array(body);
    return new Request(SITE + SIGNUP_PATH, { method, headers: accepted, body: sent ?? null });
  } catch {
    return undefined;
  }
}

function isForm({ method, headers }: Hostile): boolean {
  const type = headers.findLast(([name]) => name === 'Content-Type')?.[1] ?? '';
  return method.toUpperCase() === 'POST' && type.toLowerCase().startsWith(FORM_TYPE);
}

const SENTENCES: string[] = Object.values(SIGNUP_ERRORS);
const STATUSES = new Set([200, 400, 403, 405, 409, 413, 415, 429]);

/** What is wrong with an answer in JSON, in a few words. */
function troubleInJson(response: Response, text: string): string | undefined {
  if (!STATUSES.has(response.status)) return 'a status that is no answer to a visitor';
  if (response.headers.get('Content-Type') !== 'application/json') return 'no JSON';
  const answer: Record<string, unknown> = JSON.parse(text);
  const { success, position, referralCode, error, ...more } = answer;
  if (Object.keys(more).length > 0) return 'fields that nobody knows';
  if (success === true) {
    const sound = Number.isInteger(position) && Number(position) >= 1 && error === undefined;
    return sound && parseReferralCode(String(referralCode)) && response.status === 200
      ? undefined
      : 'a success that is none';
  }
  const known = success === false && SENTENCES.includes(String(error));
  return known && response.status !== 200 ? undefined : 'an error without its sentence';
}

/** As many tags and quotes as in the page's template: nothing she sent is read as HTML. */
async function troubleInPage(
  response: Response,
  text: string,
  template: (name: ReplyTemplate) => Promise<string>,
): Promise<string | undefined> {
  if (!STATUSES.has(response.status)) return 'a status that is no answer to a visitor';
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) return 'no page';
  const policy = response.headers.get('Content-Security-Policy') ?? '';
  if (!policy.startsWith("default-src 'none'") || /script-src|unsafe/.test(policy)) {
    return 'a policy that lets scripts run';
  }
  const page = await template(response.status === 200 ? 'joined' : 'form');
  const marks = (html: string) => html.replace(/[^<>"']/g, '');
  return marks(text) === marks(page) ? undefined : 'HTML that is not the template';
}

/** She was let in, and stands there with the names she typed, letter for letter. */
async function checkStored(person: Person, status: number, redis: Redis) {
  if (status !== 200) throw new Error(`a well made signup was answered with ${status}`);
  const record = (await redis.hget(KEYS.members, person.phone)) ?? '';
  const { firstName, lastName } = parseRecord(person.phone, record) ?? {};
  if (firstName !== person.firstName.trim() || lastName !== person.lastName.trim()) {
    throw new Error(`stored as ${JSON.stringify({ firstName, lastName })}`);
  }
}
