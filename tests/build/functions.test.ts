import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { zipFunctions } from '@netlify/zip-it-and-ship-it';
import { parse } from 'smol-toml';
import { afterAll, expect, test } from 'vitest';
import { LEAVE_PATH, SIGNUP_PATH, STATUS_PATH } from '../../src/waitlist/shared/contract.ts';
import type { FunctionModule } from '../../tools/local/functions.ts';
import { platformOf, SITE, setUpFunctions } from '../support/call-function.ts';
import { consentVersion } from '../support/copy.ts';
import { newVisitor } from '../support/waitlist.ts';

const { waitlist } = await setUpFunctions();
// Outside the project, so that node_modules can't supply a module that the packer missed.
const folder = mkdtempSync(join(tmpdir(), 'packed-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { functions } = parse(readFileSync('netlify.toml', 'utf8')) as {
  functions: { directory: string; included_files: string[] };
};
await zipFunctions(resolve(functions.directory), folder, {
  archiveFormat: 'none',
  basePath: resolve('.'),
  config: {
    '*': { includedFiles: functions.included_files, includedFilesBasePath: resolve('.') },
  },
});

async function call(path: string, body: Record<string, string>): Promise<string> {
  const name = basename(path);
  // What the entry file imports, which itself runs only in AWS Lambda.
  const file = join(folder, name, functions.directory, `${name}.mjs`);
  const module: FunctionModule = await import(pathToFileURL(file).href);
  const init = { method: 'POST', body: new URLSearchParams(body) };
  const response = await module.default(new Request(SITE + path, init), platformOf());
  expect(response.status, path).toBe(200);
  return response.text();
}

test('the packed functions take a form with consent, report the position, and remove the member', async () => {
  const { firstName, lastName, phone } = newVisitor();
  // The copy may have no consent text.
  const consent = consentVersion ?? '';
  const page = await call(SIGNUP_PATH, { firstName, lastName, phone, consent });
  const member = await waitlist.memberWith(phone);
  const { code: referralCode = '', token: statusToken = '' } = member ?? {};
  expect(member?.consent ?? '').toBe(consent);
  expect(page).toContain(`?ref=${referralCode}`);
  const key = { referralCode, statusToken };
  expect(JSON.parse(await call(STATUS_PATH, key))).toMatchObject({ position: 1 });
  await call(LEAVE_PATH, key);
  expect(await waitlist.memberWith(phone)).toBeUndefined();
});
