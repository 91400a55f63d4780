import { isDeepStrictEqual } from 'node:util';
import { nanoid } from 'nanoid';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { keysOf } from '../../netlify/queue/keys.ts';
import { readStatus } from '../../netlify/queue/read-status.ts';
import { causeOf } from '../../netlify/queue/redis.ts';
import { SIGNUP_PATH, STATUS_PATH } from '../../src/waitlist/shared/contract.ts';
import { ERRORS, type ErrorCode } from '../../src/waitlist/shared/messages.ts';
import { siteOrigin } from '../files.ts';
import { BadInput, explainError, readLastNumber, type Session } from '../session.ts';
import { sendTest } from './webhook.ts';

/** Prints a line for what only a deployed list and site can show: that it's ok, or what to do. */
export async function doctor(session: Session): Promise<void> {
  const told = new Set<unknown>();
  async function check(what: string, run: () => Promise<unknown>): Promise<void> {
    try {
      console.log(`ok     ${[what, await run()].filter(Boolean).join(': ')}`);
    } catch (error) {
      const reason = explainError(error);
      console.log(`wrong  ${what}: ${told.has(reason) ? 'for the same reason.' : reason}`);
      told.add(reason);
      process.exitCode = 1;
    }
  }
  await check('database', () => timeRequest(session));
  await check('signup, retry, referral, status and pipeline', () => tryList(session));
  await check('list', async () => {
    await readLastNumber(session);
  });
  await check('site', () => checkSite(session));
  if (process.env.SITE_URL) {
    await check('signup function', () => checkFunction(session, SIGNUP_PATH, {}, 'empty_field'));
    await check('status function', () => checkStatus(session));
  }
  await check('webhooks', async () => (session.webhooks ? sendTest(session) : 'Off.'));
}

async function timeRequest({ redis }: Session): Promise<string> {
  await redis.ping();
  const start = performance.now();
  await redis.ping();
  return `A request takes ${Math.round(performance.now() - start)} ms.`;
}

/** Tries a list that's empty before and after, unless another doctor does. */
async function tryList({ redis }: Session): Promise<void> {
  const keys = keysOf('waitlist-doctor');
  const join = (n: number, referralCode?: string) => {
    // Nobody has these: https://www.nanpa.com/numbering/555-line-numbers
    const signup = { firstName: 'A', lastName: 'B', phone: `212555010${n}`, referralCode };
    return joinQueue({ redis, keys }, { signup, idempotencyKey: `${n}` });
  };
  const lock = '{waitlist-doctor}:lock';
  const id = nanoid();
  // It expires if a doctor was killed.
  await redis.set(lock, id, { nx: true, ex: 60 });
  // The client may have sent that twice, so only the value tells whose it is.
  if ((await redis.get(lock)) !== id)
    throw new BadInput('Another doctor is running. Try again in a minute.');
  try {
    await redis.del(...Object.values(keys));
    const [, second] = [await join(1), await join(2)];
    if (!second.ok) throw new BadInput(ERRORS[second.code]);
    const retry = await join(2);
    await join(3, second.referralCode);
    const status = await readStatus({ redis, keys }, second);
    const pipeline = redis.batching();
    const counts = await Promise.all([pipeline.hlen(keys.members), pipeline.zcard(keys.queue)]);
    const expected = [second, { ok: true, position: 1, referralCount: 1 }, [3, 3]];
    if (isDeepStrictEqual([retry, status, counts], expected)) return;
    throw new BadInput('The results are wrong: please report this.');
  } finally {
    await redis.del(lock, ...Object.values(keys));
  }
}

async function checkSite(session: Session): Promise<void> {
  const [page, privacy] = [await request(session, '/'), await request(session, '/privacy')];
  const isOurs = (await page.text()).includes(SIGNUP_PATH);
  if (!isOurs) throw new BadInput(`SITE_URL leads to another site (status ${page.status}).`);
  const hasPolicy = page.headers.get('Content-Security-Policy')?.includes("default-src 'none'");
  if (!hasPolicy) throw new BadInput('Deploy dist/_headers, too; npm start sends no policy.');
  if (!/mailto:[^"]*\.example"/.test(await privacy.text())) return;
  throw new BadInput('Write a real e-mail address into contact in src/content/site.yml.');
}

async function checkStatus(session: Session): Promise<void> {
  const lastNumber = await readLastNumber(session);
  const unknown = { referralCode: 'A00000a0a0', statusToken: '0000000000' };
  await checkFunction(session, STATUS_PATH, unknown, lastNumber ? 'unknown_member' : 'unavailable');
}

/** Throws BadInput unless the function responds with this error. */
async function checkFunction(session: Session, path: string, value: object, code: ErrorCode) {
  const response = await request(session, path, value);
  const { error } = await response.json().catch(() => ({}));
  if (error === ERRORS[code]) return;
  throw new BadInput(`Status ${response.status}: see its log. Is this database the site's?`);
}

async function request({ isLocal }: Session, path: string, value?: object): Promise<Response> {
  const url = siteOrigin(isLocal) + path;
  const headers = { 'Content-Type': 'application/json' };
  const init = value && { method: 'POST', headers, body: JSON.stringify(value) };
  const signal = AbortSignal.timeout(20_000);
  return fetch(url, { redirect: 'manual', signal, ...init }).catch((error) => {
    throw new BadInput(`${url} doesn't respond (${causeOf(error)}).`);
  });
}
