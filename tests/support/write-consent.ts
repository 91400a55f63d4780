import { mkdirSync, writeFileSync } from 'node:fs';
import { consentJson } from '../../src/site/consent.ts';
import { copy } from './copy.ts';

/** Writes what functions read of a build, for tests that run before one. */
export default function writeConsent() {
  mkdirSync('netlify/http/generated', { recursive: true });
  writeFileSync('netlify/http/generated/consent.json', consentJson(copy.form.consent));
}
