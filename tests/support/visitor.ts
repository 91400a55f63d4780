import { expect, type Locator, type Page, type Request } from 'playwright/test';
import {
  FIELDS,
  type Field,
  SIGNUP_PATH,
  STATUS_PATH,
} from '../../src/waitlist/shared/contract.ts';
import { fillPlaceholders } from '../../src/waitlist/shared/labels.ts';
import { copy, positionText } from './copy.ts';

type FormFields = Record<Field, string>;

export const ANA: FormFields = { firstName: 'Ana', lastName: 'Lee', phone: '5550100001' };
export const BEA: FormFields = { firstName: 'Bea', lastName: 'Ito', phone: '5550100002' };

export const SCRIPTS = /\/_astro\/.*\.js/;
export const SIGNUP = new RegExp(SIGNUP_PATH);
export const STATUS = new RegExp(STATUS_PATH);

export type VisitorPage = ReturnType<typeof visitorPage>;
export type Part = keyof typeof PARTS;

const { landing, form, confirmation, share, member } = copy;

/** Role and name of the parts of a page, as a screen reader says them. */
export const PARTS = {
  picture: ['link', landing.hint],
  notYou: ['button', member.notYou],
  admittedLine: ['link', member.admitted],
  back: ['button', form.back],
  formTitle: ['heading', form.title],
  firstName: ['textbox', form.firstName],
  lastName: ['textbox', form.lastName],
  phone: ['textbox', form.phone],
  joinButton: ['button', form.button],
  sendingButton: ['button', form.sending],
  confirmation: ['heading', confirmation.title],
  link: ['textbox', confirmation.link],
  copy: ['button', confirmation.copy],
  share: ['link', confirmation.share],
  shareWithMe: ['link', confirmation.shareWithMe],
  shareMore: ['button', confirmation.shareMore],
  showCode: ['button', confirmation.showCode],
  hideCode: ['button', confirmation.hideCode],
  code: ['img', confirmation.codeAlt],
  sharePictureButton: ['button', share.open],
  sharePicture: ['button', share.share],
  savePicture: ['link', share.save],
  admitted: ['heading', member.admitted],
  tryAgain: ['button', member.again],
  confirmLeave: ['button', member.leaveConfirm],
  leaving: ['button', member.leaving],
  left: ['heading', member.left],
  joinAgain: ['link', member.join],
  ownStatus: ['link', member.own],
} as const;

/** The parts of a page in Chromium, and what a visitor does there. */
export function visitorPage(page: Page) {
  const text = (exactly: string) => page.getByText(exactly, { exact: true });
  const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true });
  const located = Object.entries(PARTS).map(([part, [role, name]]) => [
    part,
    page.getByRole(role, { name, exact: true }),
  ]);
  const parts: Record<Part, Locator> = Object.fromEntries(located);
  const me = {
    ...parts,
    page,
    heading,
    consentBox: page.getByRole('checkbox'),
    message: page.getByRole('status'),
    formError: page.locator('.form-error'),
    badge: text(landing.friend).filter({ visible: true }),
    leave: text(member.leave),
    oneFriend: text(confirmation.oneFriend),
    movedUp: (moved: number) => text(fillPlaceholders(confirmation.movedUp, { moved: `${moved}` })),
    position: (position: number) => heading(positionText(position)),
    greeting: (firstName: string) => text(fillPlaceholders(confirmation.greeting, { firstName })),
    cover(firstName: string, position: string) {
      const badge = fillPlaceholders(share.position, { position });
      const name = fillPlaceholders(share.alt, { firstName, badge });
      return page.getByRole('img', { name, exact: true });
    },
    returningLine(firstName = '') {
      const name = firstName
        ? fillPlaceholders(member.inLine, { firstName })
        : member.inLineUnnamed;
      return page.getByRole('link', { name, exact: true });
    },

    /** Astro removes the attribute when it hands the island over to React. */
    scriptArrived: () => expect(page.locator('astro-island[ssr]')).toHaveCount(0),
    async openForm(path = '/') {
      await page.goto(`${path}#join`);
      await me.scriptArrived();
    },
    async type(fields: FormFields) {
      for (const name of FIELDS) await me[name].fill(fields[name]);
    },
    async send(fields: FormFields) {
      await me.type(fields);
      await me.joinButton.tap();
    },
    /** Joins through the form; resolves with the referral link. */
    async join(fields: FormFields, path?: string) {
      await me.openForm(path);
      await me.send(fields);
      await expect(me.confirmation).toBeVisible();
      return me.link.inputValue();
    },
    async expectFields(fields: FormFields) {
      for (const name of FIELDS) await expect(me[name]).toHaveValue(fields[name]);
      await expect(me.joinButton).toBeEnabled();
    },
    async expectFieldError(field: Locator, sentence: string) {
      await expect(field).toHaveAccessibleDescription(sentence);
      expect(await field.getAttribute('aria-invalid')).toBe(sentence ? 'true' : null);
    },
    /** Delays these files until the returned function is called. */
    async hold(path: RegExp) {
      const gate = Promise.withResolvers<void>();
      await page.route(path, async (route) => {
        await gate.promise;
        await route.continue();
      });
      return gate.resolve;
    },
    /** Lets a function run, but drops its responses, once `lost` resolves, until `page.unroute` is called. */
    dropResponses: (path: RegExp, lost?: Promise<void>) =>
      page.route(path, async (route) => {
        await route.fetch();
        await lost;
        await route.abort();
      }),
    /** Responds to all requests to a function in its place. */
    fulfill: (path: RegExp, json: object) =>
      page.route(path, (route) => route.fulfill({ json: { success: true, ...json } })),
    /** What localStorage and sessionStorage hold about this visitor. */
    stored: () =>
      page.evaluate(() => {
        const { 'fonts-loaded': _, ...browser } = localStorage;
        return [browser, { ...sessionStorage }];
      }),
    /** The page's cumulative layout shift so far: https://web.dev/articles/cls */
    layoutShift: () =>
      page.evaluate(async () => {
        const frame = () => new Promise(requestAnimationFrame);
        await document.fonts.ready;
        await frame();
        await frame();
        const observer = new PerformanceObserver(() => {});
        observer.observe({ type: 'layout-shift', buffered: true });
        const shifts = observer.takeRecords() as (PerformanceEntry & Record<string, number>)[];
        return shifts.reduce(
          (sum, shift) => sum + (shift.hadRecentInput ? 0 : (shift.value ?? 0)),
          0,
        );
      }),
    /** Collects the requests that this page sends from now on. */
    requestsTo(path: RegExp) {
      const sent: Request[] = [];
      page.on('request', (request) => path.test(request.url()) && sent.push(request));
      return sent;
    },
    /** The status link in the text message to oneself. */
    statusLink: async () => /\S+#spot=\S+/.exec(await smsText(me.shareWithMe))?.[0] ?? '',
    newTab: async () => visitorPage(await page.context().newPage()),
  };
  return me;
}

export const codeIn = (link: string) => new URL(link).searchParams.get('ref') ?? '';

/** The text of the message that an sms: link opens. */
export const smsText = async (link: Locator) =>
  new URL(`${await link.getAttribute('href')}`).searchParams.get('body') ?? '';
