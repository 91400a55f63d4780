// Plain JavaScript for the Node and npm a machine happens to have (20 and up): it runs before
// anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBrowser, findWebKit } from './browser.mjs';

/** What the tests need besides packages: how to see that it is there, and how to get it. */
const PROGRAMS = [
  {
    name: 'Redis',
    isThere: () => starts('redis-server') || starts('valkey-server'),
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

const [major] = process.versions.node.split('.');
if (Number(major) < 20) {
  fail(`This needs Node 20 or newer, and here is ${process.version}: see https://nodejs.org.`);
}
process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
installPackages();
if (process.argv.includes('--for-tests')) PROGRAMS.forEach(installProgram);

function installPackages() {
  if (packagesAreCurrent()) return;
  console.log('Installing packages (about a minute, only the first time)…');
  const { status, stdout, stderr } = run(['npm', 'ci', '--loglevel=error', '--fetch-retries=1']);
  if (status === 0) return;
  const said = `${stdout}${stderr}`;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(said)) {
    const registry = run(['npm', 'config', 'get', 'registry']).stdout.trim();
    fail(
      `${registry} could not be reached for the packages: look at your connection, and try again.`,
    );
  }
  fail(`${said}\nThe packages could not be installed; npm says why above.`);
}

/**
 * Compares what the lockfile wants with what is there, since dates lie after a change of branch.
 * npm writes its own record last, so without one an install was cut short; what it says cannot be
 * relied on (npm 11 rewrites it on --package-lock-only).
 */
function packagesAreCurrent() {
  if (!existsSync('node_modules/.package-lock.json')) return false;
  return Object.entries(readJson('package-lock.json')?.packages ?? {}).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' ||
      optional ||
      devOptional ||
      readJson(`${path}/package.json`)?.version === version,
  );
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function installProgram({ name, isThere, apt, otherwise, advice, optional }) {
  if (isThere()) return;
  console.log(`Installing ${name} for the tests…`);
  // Through the system's package manager, where there is one that asks no questions.
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const aptGet = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq'];
  if (run([...aptGet, 'update'], 3).status === 0) {
    run([...aptGet, 'install', '-y', '--no-install-recommends', ...apt], 5);
  }
  if (otherwise && !isThere()) run(otherwise, 10);
  const tell = optional ? console.log : fail;
  if (!isThere()) tell(`The tests need ${name}: ${advice}, and try again.`);
}

function starts(program) {
  return run([program, '--version']).status === 0;
}

/** Keeps what the program says to itself; one that is not there has no status. */
function run([program, ...args], minutes) {
  const shell = process.platform === 'win32'; // npm is npm.cmd there.
  const timeout = minutes && minutes * 60_000;
  return spawnSync(program, args, { encoding: 'utf8', shell, timeout });
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
