import config from './playwright.config.ts';
export default { ...config, testDir: 'tests/shots', testMatch: 'covers.spec.ts', reporter: 'line' };
