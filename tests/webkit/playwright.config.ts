import config from '../../playwright.config.ts';

/** The part of `npm test` in WebKit. A Mac has one session of its driver at a time. */
export default { ...config, testDir: '.', outputDir: '../../test-results', workers: 1 };
