import config from '../../playwright.config.ts';

// `npm run test:layout`: with the longest copy, so that no marketer's copy can fail these tests.

process.chdir(`${import.meta.dirname}/../../.data/longest`);

export default { ...config, projects: [{ testDir: '.' }] };
