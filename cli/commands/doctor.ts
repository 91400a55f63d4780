import { nanoid } from 'nanoid';
import { causeOf } from '../../netlify/queue/post.ts';
import { scoreOf } from '../../netlify/queue/referral-code.ts';
import { eventData, postEvent, readReceiver } from '../../netlify/queue/webhook.ts';
import { SIGNUP_PATH, STATUS_PATH } from '../../src/waitlist/shared/contract.ts';
import { ERRORS, type ErrorCode } from '../../src/waitlist/shared/messages.ts';
import { siteOrigin } from '../files.ts';
import {
  BadInput,
  explainError,
  readLastBackup,
  readLastNumber,
  type Session,
} from '../session.ts';

/** 555-0100 to 555-0199 are reserved for fiction: https://www.nanpa.com/numbering/555-line-numbers */
const NAME_AND_PHONE = { firstName: 'Test', lastName: 'Test', phone: '2125550100' };

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
  await check('database', () => timeWrite(session));
  await check('list', () => readLastNumber(session).then(() => undefined));
  await check('Last backup', async () => (await readLastBackup(session)).age);
  await check('site', () => checkSite(session));
  await check('signup function', () => checkFunction(session, SIGNUP_PATH, {}, 'empty_field'));
  await check('status function', () => checkStatus(session));
  await check('webhooks', () => sendTest(session));
}

/** Writes a key of its own, since only a token that may write lets visitors join. */
async function timeWrite({ redis, list }: Session): Promise<string> {
  const write = () => redis.set(`{${list}}:doctor`, 'tried', { ex: 60 });
  await write();
  const start = performance.now();
  await write();
  return `A request takes ${Math.round(performance.now() - start)} ms.`;
}

async function checkSite(session: Session): Promise<void> {
  const page = await request(session, '/');
  const isOurs = (await page.text()).includes(SIGNUP_PATH);
  if (!isOurs) throw new BadInput(`SITE_URL leads to another site (status ${page.status}).`);
  const hasPolicy = page.headers.get('Content-Security-Policy')?.includes("default-src 'none'");
  if (!hasPolicy) throw new BadInput('Deploy dist/_headers, too; npm start sends no policy.');
}

async function checkStatus(session: Session): Promise<void> {
  const lastNumber = await readLastNumber(session);
  const unknown = { referralCode: 'A00000a0a0', statusToken: '0000000000' };
  await checkFunction(session, STATUS_PATH, unknown, lastNumber ? 'unknown_member' : 'unavailable');
}

async function checkFunction(session: Session, path: string, value: object, code: ErrorCode) {
  const response = await request(session, path, value);
  const { error } = await response.json().catch(() => ({}));
  if (error === ERRORS[code]) return;
  throw new BadInput(`Status ${response.status}: see its log. Is this database the site's?`);
}

async function request(session: Session, path: string, value?: object): Promise<Response> {
  const url = siteOrigin(session) + path;
  const headers = { 'Content-Type': 'application/json' };
  const init = value && { method: 'POST', headers, body: JSON.stringify(value) };
  const signal = AbortSignal.timeout(20_000);
  return fetch(url, { redirect: 'manual', signal, ...init }).catch((error) => {
    throw new BadInput(`${url} doesn't respond (${causeOf(error)}).`);
  });
}

async function sendTest(session: Session): Promise<string> {
  const receiver = session.list === 'waitlist' && readReceiver(session.env);
  if (!receiver) return 'Off.';
  const [code, time] = ['Test00a0a0', Date.now()];
  const member = { ...NAME_AND_PHONE, code, token: 'Test000000', joinedAt: time };
  const agreed = { ...member, consent: '00000000', consentAt: time };
  const data = eventData(siteOrigin(session), agreed, scoreOf(code, 0), 1);
  const cause = await postEvent(receiver, { id: nanoid(), type: 'webhook.test', time }, data);
  if (cause) throw new BadInput(`The receiver failed: ${cause}.`);
  return 'The receiver accepted the test event.';
}
