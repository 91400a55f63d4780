import config from '../../playwright.config.ts';

/** `npm run screenshots`: a picture of every view, for people to look at. */
export default { ...config, projects: [{ testDir: '.' }], reporter: 'line' };
