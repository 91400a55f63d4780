// Plain JavaScript for the Node and npm a machine happens to have (20 and up): it runs before
// anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './browser.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

installPackages();
if (process.argv.includes('--for-tests')) {
  installRedis();
  installBrowser();
}

function installPackages() {
  if (packagesAreCurrent()) return;
  console.log('Installing packages (about a minute, only the first time)…');
  const result = run(['npm', existsSync('package-lock.json') ? 'ci' : 'install']);
  if (result.status === 0) return;
  fail(
    `${result.stdout}${result.stderr}\nThe packages could not be installed; npm says why above.`,
  );
}

/**
 * Compares what the lockfile wants with what is there, since dates lie after a change of branch.
 * npm writes its own record last, so without one an install was cut short; what it says cannot be
 * relied on (npm 11 rewrites it on --package-lock-only).
 */
function packagesAreCurrent() {
  if (!existsSync('node_modules/.package-lock.json') || !existsSync('package-lock.json'))
    return false;
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

function installRedis() {
  const found = () =>
    ['redis-server', 'valkey-server'].some((name) => run([name, '--version']).status === 0);
  if (found()) return;
  console.log('Installing Redis for the tests…');
  install('redis-server', 'redis');
  if (!found()) fail('The tests need Redis: install redis-server or valkey-server and try again.');
}

function installBrowser() {
  if (findBrowser()) return;
  console.log('Installing Chromium for the tests…');
  install('chromium');
  if (findBrowser()) return;
  run(['npx', 'playwright', 'install', 'chromium'], 3);
  if (findBrowser()) return;
  fail(
    'The tests need Chromium: install it or Chrome, or set CHROMIUM_PATH to one, and try again.',
  );
}

/** Through the system's package manager, where there is one that asks no questions. */
function install(aptPackage, brewPackage) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq'];
  if (run([...apt, 'update'], 3).status === 0) {
    run([...apt, 'install', '-y', '--no-install-recommends', aptPackage], 5);
  } else if (brewPackage) {
    run(['brew', 'install', '--quiet', brewPackage], 10);
  }
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
