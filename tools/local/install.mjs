// Plain JavaScript for Node 20, since it runs before the packages, which bring Node 24, are installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBrowser, findWebKit } from './browser.mjs';

/** What the tests need besides packages: how to see that it is there, and how to get it. */
const PROGRAMS = [
  {
    name: 'Redis',
    isThere: () => ['redis-server', 'valkey-server'].some((name) => run(name, '--version')),
    apt: ['redis-server'],
    otherwise: ['brew', 'install', '--quiet', 'redis'],
    advice: 'install redis-server or valkey-server',
  },
  {
    name: 'Chromium',
    isThere: findBrowser,
    apt: ['chromium'],
    otherwise: ['npx', 'playwright', 'install', 'chromium'],
    advice: 'install it or Chrome, or set CHROMIUM_PATH to one',
  },
  {
    name: 'WebKit',
    isThere: findWebKit,
    apt: ['webkit2gtk-driver', 'xvfb'],
    advice: 'without it a part is left out; install webkit2gtk-driver and xvfb',
    optional: !process.env.CI, // Not every system has it.
  },
];

const shell = process.platform === 'win32'; // npm is npm.cmd there.

if (Number.parseInt(process.versions.node, 10) < 20) {
  fail(`This needs Node 20 or newer, and here is ${process.version}: see https://nodejs.org.`);
}
process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
if (!packagesAreCurrent()) installPackages();
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

function installPackages() {
  console.log('Installing packages (about a minute, only the first time)…');
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund', '--fetch-retries=1'];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell });
  if (status !== 0) fail('The packages could not be installed; npm says why above.');
  // 67 MB of headers for C++, beside a second name of the program.
  rmSync('node_modules/node/node_modules', { recursive: true, force: true });
}

function installProgram({ name, isThere, apt, otherwise, advice, optional }) {
  if (isThere()) return;
  console.log(`Installing ${name} for the tests…`);
  // Through the system's package manager, where there is one that asks no questions.
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const aptGet = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq'];
  if (run(...aptGet, 'update')) run(...aptGet, 'install', '-y', '--no-install-recommends', ...apt);
  if (otherwise && !isThere()) run(...otherwise);
  const tell = optional ? console.log : fail;
  if (!isThere()) tell(`The tests need ${name}: ${advice}, and try again.`);
}

/** Whether the program is there and ends well; what it prints is not shown. */
function run(program, ...args) {
  return spawnSync(program, args, { shell, timeout: 600_000 }).status === 0;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
