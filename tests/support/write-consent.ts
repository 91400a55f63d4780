import { mkdirSync, writeFileSync } from 'node:fs';
import { readConsent } from '../../src/site/consent.ts';

/** Writes what functions read of a build, for tests that run before one. */
export default function writeConsent() {
  mkdirSync('netlify/http/generated', { recursive: true });
  writeFileSync('netlify/http/generated/consent.json', JSON.stringify(readConsent() ?? null));
}
