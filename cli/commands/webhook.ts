import { nanoid } from 'nanoid';
import { eventData, postEvent, readReceiver } from '../../netlify/queue/webhook.ts';
import { siteOrigin } from '../files.ts';
import { BadInput, type Session } from '../session.ts';

/** 555-0100 to 555-0199 are reserved for fiction: https://www.nanpa.com/numbering/555-line-numbers */
const NAME_AND_PHONE = { firstName: 'Test', lastName: 'Test', phone: '2125550100' };

export async function webhook(session: Session): Promise<void> {
  console.log(await sendTest(session));
}

/** Throws BadInput if the receiver fails, or links would lead to another site. */
export async function sendTest({ list, isLocal }: Session): Promise<string> {
  if (list !== 'waitlist') throw new BadInput('Deploy previews have no webhooks.');
  const receiver = readReceiver(process.env);
  if (!receiver) throw new BadInput('Set WAITLIST_WEBHOOK_URL in .env: see docs/webhooks.md.');
  const site = siteOrigin(isLocal);
  const time = Date.now();
  const member = { ...NAME_AND_PHONE, code: 'Test00a0a0', token: 'Test000000', joinedAt: time };
  const agreed = { ...member, consent: '00000000', consentAt: time };
  const data = eventData({ ...receiver, site }, agreed, 1, 0);
  const cause = await postEvent(receiver, { id: nanoid(), type: 'webhook.test', time }, data);
  if (cause) throw new BadInput(`The receiver failed: ${cause}.`);
  return 'The receiver accepted the test event.';
}
