import { nanoid } from 'nanoid';
import { eventData, postEvent, type Receiver, readReceiver } from '../../netlify/queue/webhook.ts';
import { printNextDelivery } from '../format.ts';
import { readFields } from '../members.ts';
import { pagesOf } from '../pages.ts';
import { BadInput, type Session } from '../session.ts';

/** 555-0100 to 555-0199 are reserved for fiction: https://www.nanpa.com/numbering/555-line-numbers */
const NAME_AND_PHONE = { firstName: 'Test', lastName: 'Test', phone: '2125550100' };

export async function webhook(session: Session, { test, retry }: Record<string, true>) {
  if (test) return console.log(await sendTest(session));
  if (!retry) throw new BadInput('Specify --test or --retry.');
  requireReceiver(session);
  const codes = [...(await readFields(session, 'outboxEvents')).keys()];
  if (!codes.length) return console.log('No events wait.');
  const score = Date.now();
  for (const page of pagesOf(codes)) {
    const [first, ...others] = page.map((member) => ({ score, member }));
    if (first) await session.redis.zadd(session.keys.outbox, first, ...others);
  }
  printNextDelivery(codes.length);
}

function requireReceiver({ list }: Session): Receiver {
  if (list !== 'waitlist') throw new BadInput('Deploy previews have no webhooks.');
  const receiver = readReceiver(process.env);
  if (!receiver) throw new BadInput('Set WAITLIST_WEBHOOK_URL in .env: see docs/webhooks.md.');
  return receiver;
}

/** Throws BadInput if the receiver fails. */
export async function sendTest(session: Session): Promise<string> {
  const receiver = requireReceiver(session);
  const time = Date.now();
  const member = { ...NAME_AND_PHONE, code: 'Test00a0a0', token: 'Test000000', joinedAt: time };
  const data = eventData(receiver, { ...member, consent: '00000000', consentAt: time }, 1, 0);
  const cause = await postEvent(receiver, { id: nanoid(), type: 'webhook.test', time }, data);
  if (cause) throw new BadInput(`The receiver failed: ${cause}.`);
  return 'The receiver accepted the test event.';
}
