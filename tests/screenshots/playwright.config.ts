import config from '../../playwright.config.ts';

/** `npm run screenshots`: a picture of every view, for people to look at; only `-- -g moving` makes the README's. */
export default {
  ...config,
  projects: [{ testDir: '.' }],
  grepInvert: process.argv.includes('moving') ? [] : /moving/,
  reporter: 'line',
};
