import { mkdirSync, writeFileSync } from 'node:fs';
import { copy } from './copy.ts';

/** Writes the file that functions read, for tests that run before a build. */
export default function writeConsent() {
  mkdirSync('netlify/http/generated', { recursive: true });
  writeFileSync('netlify/http/generated/consent.json', copy.consentJson);
}
