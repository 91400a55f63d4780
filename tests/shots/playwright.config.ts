import config from '../../playwright.config.ts';
import { findWebKit } from '../../tools/local/browser.mjs';

/** `npm run shots`: every view as a picture, to be looked at by people. */
export default {
  ...config,
  testDir: '.',
  testIgnore: findWebKit() ? [] : 'webkit.spec.ts',
  reporter: 'line',
};
