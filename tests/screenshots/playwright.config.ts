import config from '../../playwright.config.ts';

/** `npm run screenshots`: every view as a picture, to be looked at by people. */
export default { ...config, projects: [{ testDir: '.' }], reporter: 'line' };
