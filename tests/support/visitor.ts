import { expect, type Locator, type Page, type Request } from 'playwright/test';
import {
  CONSENT_VERSION,
  IDEMPOTENCY_HEADER,
  SIGNUP_PATH,
} from '../../src/waitlist/shared/contract.ts';
import { RANDOM_LENGTH } from '../../src/waitlist/shared/referral.ts';
import { STATUS_PATH } from '../../src/waitlist/shared/status.ts';

export interface Person {
  firstName: string;
  lastName: string;
  /** As typed. */
  phone: string;
}

export const ANA: Person = { firstName: 'Ana', lastName: 'Lee', phone: '5550100001' };
export const BEA: Person = { firstName: 'Bea', lastName: 'Ito', phone: '5550100002' };

/** Ana as her form shows her. */
export const ANA_TYPED = { ...ANA, phone: '(555) 010-0001' };

/** What her browser sends for her: digits, and which line she saw under the form. */
export const ANA_SENT = { ...ANA, consent: expect.stringMatching(CONSENT_VERSION) };

/** Well-formed, and nobody has it. */
export const UNKNOWN_CODE = `ABCDEF0${'x'.repeat(RANDOM_LENGTH)}`;

/** Requests that a test keeps back, answers or loses. */
/** With a query where Astro asks for one again. */
export const SCRIPTS = '**/_astro/*.js*';
export const SIGNUP = `**${SIGNUP_PATH}`;
export const STATUS = `**${STATUS_PATH}*`;

/** What a browser prints on its own for an answer with an error's status, or for none. */
export const FAILED_REQUEST = /^console: Failed to load resource/;

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
    tryAgain: page.getByRole('button', { name: 'Try again' }),
    position: (position: number) =>
      page.getByText(`You're at position #${position}`, { exact: true }),
    greeting: (name: string) => page.getByText(`You're in line, ${name}!`, { exact: true }),
  };
}

/** The form by its own address, once React has it: from then on a press is answered in the page. */
export async function openForm(page: Page, path = '/'): Promise<void> {
  await page.goto(`${path}#join`);
  await scriptArrived(page);
}

/** Astro takes the attribute away when it hands the island over to React. */
export async function scriptArrived(page: Page): Promise<void> {
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
}

/** A bad signal: scripts are asked for and do not come until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/** As some in-app browsers do it; for `addInitScript`. */
export function refuseStorage() {
  const get = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  Object.defineProperty(window, 'localStorage', { get });
  Object.defineProperty(window, 'sessionStorage', { get });
}

/** Presses the button of the form she is at. */
export async function send(page: Page, { firstName, lastName, phone }: Person): Promise<void> {
  await screen(page).firstName.fill(firstName);
  await screen(page).lastName.fill(lastName);
  await screen(page).phone.fill(phone);
  await screen(page).joinButton.tap();
}

/** Through the form, for tests that are about what comes after; resolves with her link. */
export async function join(page: Page, person: Person, path?: string): Promise<string> {
  await openForm(page, path);
  await send(page, person);
  await expect(screen(page).confirmation).toBeVisible();
  return screen(page).link.inputValue();
}

export async function expectForm(page: Page, message: string, typed: Person): Promise<void> {
  const { message: shown, firstName, lastName, phone, joinButton } = screen(page);
  await expect(shown).toHaveText(message);
  await expect(firstName).toHaveValue(typed.firstName);
  await expect(lastName).toHaveValue(typed.lastName);
  await expect(phone).toHaveValue(typed.phone);
  await expect(joinButton).toBeEnabled();
}

/** The requests that this page sends from now on to one of the functions. */
export function requestsTo(page: Page, path: typeof SIGNUP_PATH | typeof STATUS_PATH): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) sent.push(request);
  });
  return sent;
}

export const keyOf = (request: Request) => request.headers()[IDEMPOTENCY_HEADER.toLowerCase()];

export const codeIn = (link: string) => new URL(link).searchParams.get('ref') ?? '';

/** The text message that a link opens. */
export async function smsText(link: Locator): Promise<string> {
  const href = (await link.getAttribute('href')) ?? '';
  expect(href).toMatch(/^sms:\?&body=/);
  return decodeURIComponent(href.replace('sms:?&body=', ''));
}
