import config from '../../playwright.config.ts';

/** The part of `npm test` in WebKit. Its driver has one session at a time, on a Mac on the whole machine. */
export default { ...config, testDir: '.', outputDir: '../../test-results', workers: 1 };
