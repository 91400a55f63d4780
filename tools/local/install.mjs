// Plain JavaScript for an old Node, since it runs before the packages and a newer Node are installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBrowser, findWebKit } from './browser.mjs';

/** What the tests need besides packages: how to see that it is there, and how to get it. */
const PROGRAMS = [
  {
    name: 'Redis',
    isThere: () => ['redis-server', 'valkey-server'].some((name) => run(name, '--version')),
    // Debian's package starts a service on port 6379, now and at each boot.
    apt: 'redis-server; service redis-server stop; update-rc.d redis-server disable',
    otherwise: ['brew', 'install', '--quiet', 'redis'],
    advice: 'install redis-server or valkey-server',
  },
  {
    name: 'Chromium',
    isThere: findBrowser,
    apt: 'chromium',
    otherwise: ['npx', 'playwright', 'install', 'chromium'],
    advice: 'install it or Chrome, or set CHROMIUM_PATH to one',
  },
  {
    name: 'WebKit',
    isThere: findWebKit,
    apt: 'webkit2gtk-driver xvfb',
    advice: 'without it a part is left out; install webkit2gtk-driver and xvfb',
    optional: !process.env.CI, // Not every system has it.
  },
];

const isWindows = process.platform === 'win32'; // npm is npm.cmd there.

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
if (!packagesAreCurrent()) {
  console.log('Installing packages (about a minute, only the first time)…');
  installPackages('.');
}
installNode();
if (process.argv.includes('--for-tests')) PROGRAMS.forEach(installProgram);

/** npm notes what it has installed in a lockfile of its own, without programs of other platforms. */
function packagesAreCurrent() {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(
    (file) => (existsSync(file) ? JSON.parse(readFileSync(file)).packages : {}),
  );
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    const found = installed[path];
    return path === '' || (found ? found.version === version : optional);
  });
}

function installPackages(folder) {
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund', '--fetch-retries=1'];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: isWindows });
  if (status !== 0) fail('The packages could not be installed; npm says why above.');
}

/** Where Node is too old, puts a newer one where npm's scripts find it first, until the next `npm ci`. */
function installNode() {
  const old = nodeVersion();
  if (isCurrent(old)) return;
  // A folder with a lockfile of its own, which pins each download by its hash.
  installPackages('tools/local/node');
  const link = 'node_modules/.bin/node';
  rmSync(link, { force: true });
  if (existsSync(`tools/local/node/${link}`)) symlinkSync(`../../tools/local/node/${link}`, link);
  const version = nodeVersion();
  if (!isCurrent(version)) fail(`Node ${old} is too old: get a newer one from https://nodejs.org.`);
  console.log(`Node ${old} is too old: using Node ${version} from npm for this folder.`);
}

/** Of the `node` on the PATH, since `npm ci` may have removed the one that runs this file. */
function nodeVersion() {
  return `${spawnSync('node', ['--version']).stdout}`.trim();
}

/** Whether it runs .ts files. */
function isCurrent(version) {
  return version.localeCompare('v22.18', 'en', { numeric: true }) >= 0;
}

/** Through the system's package manager, where there is one that asks no questions. */
function installProgram({ name, isThere, apt, otherwise, advice, optional }) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const install = 'DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends';
  const byApt = [...asRoot, 'sh', '-c', `apt-get -qq update; ${install} ${apt}`];
  const ways = [existsSync('/usr/bin/apt-get') && byApt, otherwise];
  for (const way of ways) {
    if (isThere()) return;
    if (way) console.log(`Installing ${name} for the tests: ${way.join(' ')}`);
    if (way) run(...way);
  }
  const report = optional ? console.log : fail;
  if (!isThere()) report(`The tests need ${name}: ${advice}, and try again.`);
}

/** Whether the program is there and ends well; what it prints is not shown. */
function run(program, ...args) {
  return spawnSync(program, args, { shell: isWindows, timeout: 600_000 }).status === 0;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
