import { expect, type Locator, type Page, type Request } from 'playwright/test';
import {
  CONSENT_VERSION,
  IDEMPOTENCY_HEADER,
  SIGNUP_PATH,
} from '../../src/waitlist/shared/contract.ts';
import { RANDOM_LENGTH } from '../../src/waitlist/shared/referral.ts';

export interface Person {
  firstName: string;
  lastName: string;
  /** As typed. */
  phone: string;
}

export const ANA: Person = { firstName: 'Ana', lastName: 'Lee', phone: '5550100001' };
export const BEA: Person = { firstName: 'Bea', lastName: 'Ito', phone: '5550100002' };
export const CLEO: Person = { firstName: 'Cleo', lastName: 'Diaz', phone: '5550100003' };

/** What her browser sends for her: digits, and which line she saw under the form. */
export const SENT_BY_ANA = { ...ANA, consent: expect.stringMatching(CONSENT_VERSION) };

/** Well-formed, and nobody has it. */
export const UNKNOWN_CODE = `ABCDEF0${'x'.repeat(RANDOM_LENGTH)}`;

/** The parts of the page, by what she reads or hears. */
export function screen(page: Page) {
  return {
    picture: page.getByRole('link', { name: /click here for early access/ }),
    formTitle: page.getByRole('heading', { name: 'Join the waitlist' }),
    firstName: page.getByLabel('First name'),
    lastName: page.getByLabel('Last name'),
    phone: page.getByLabel('Phone number'),
    joinButton: page.getByRole('button', { name: 'Join the Waitlist', exact: true }),
    sendingButton: page.getByRole('button', { name: 'Fabio is saving your spot...' }),
    message: page.getByRole('status'),
    back: page.getByRole('button', { name: 'Back to home' }),
    confirmation: page.getByRole('heading', { name: 'Invite your friends to move up the list' }),
    link: page.getByLabel('Your personal link'),
    copy: page.getByRole('button', { name: 'Copy link' }),
    share: page.getByRole('link', { name: 'Share via Text' }),
    shareWithMe: page.getByRole('link', { name: 'Text it to myself' }),
    shareMore: page.getByRole('button', { name: 'More ways to share' }),
    showCode: page.getByRole('button', { name: 'Show QR code' }),
    code: page.getByRole('img', { name: 'QR code of your personal link' }),
    seeSpot: (name: string) =>
      page.getByRole('link', { name: `You're in line, ${name}. See your spot`, exact: true }),
    notYou: page.getByRole('button', { name: 'Not you?' }),
    savedSpot: page.getByText('A friend saved you a spot', { exact: true }),
    place: (position: number) => page.getByText(`You're at position #${position}`, { exact: true }),
    greeting: (name: string) => page.getByText(`You're in line, ${name}!`, { exact: true }),
  };
}

/** Taps the picture and waits until React has the form, so that a press is answered in the page. */
export async function openForm(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await screen(page).picture.tap();
  await expect(screen(page).formTitle).toBeVisible();
  await scriptArrived(page);
}

/** The same form by its own address, for tests that are not about the way to it. */
export async function startAtForm(page: Page, path = '/'): Promise<void> {
  await page.goto(`${path}#join`);
  await expect(screen(page).formTitle).toBeVisible();
  await scriptArrived(page);
}

/** Astro takes the attribute away when it hands the island over to React. */
export async function scriptArrived(page: Page): Promise<void> {
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
}

export async function fillIn(page: Page, person: Person): Promise<void> {
  const { firstName, lastName, phone } = screen(page);
  await firstName.fill(person.firstName);
  await lastName.fill(person.lastName);
  await phone.fill(person.phone);
}

/** What a browser prints on its own for an answer with an error's status, or for none. */
export const FAILED_REQUEST = /^console: Failed to load resource/;

export async function pressJoin(page: Page): Promise<void> {
  await screen(page).joinButton.tap();
}

/** The whole way, from the first view to her place in line; resolves with her link. */
export async function join(page: Page, person: Person, path?: string): Promise<string> {
  await openForm(page, path);
  await fillIn(page, person);
  await pressJoin(page);
  await expect(screen(page).confirmation).toBeVisible();
  return screen(page).link.inputValue();
}

/** The signups this page sends from now on. */
export function signups(page: Page) {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === SIGNUP_PATH) sent.push(request);
  });
  return {
    count: () => sent.length,
    bodies: () => sent.map((request) => request.postDataJSON()),
    keys: () => sent.map((request) => request.headers()[IDEMPOTENCY_HEADER.toLowerCase()]),
  };
}

export const codeIn = (link: string) => new URL(link).searchParams.get('ref') ?? '';

/** The text message that a link opens. */
export async function smsText(link: Locator): Promise<string> {
  const href = (await link.getAttribute('href')) ?? '';
  expect(href).toMatch(/^sms:\?&body=/);
  return decodeURIComponent(href.replace('sms:?&body=', ''));
}
