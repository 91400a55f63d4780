// Plain JavaScript for the Node and npm a machine happens to have (20 and up): it runs before
// anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './browser.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

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
    `${result.stdout}${result.stderr}\nnpm could not install the packages; its words are above.`,
  );
}

/**
 * Compares what the lockfile wants with what npm wrote down at the end of its last install: right
 * after a change of branch, an install by hand and one that was cut short, as dates are not.
 */
function packagesAreCurrent() {
  const wanted = readPackages('package-lock.json');
  const installed = readPackages('node_modules/.package-lock.json');
  if (!installed) return false;
  return Object.entries(wanted ?? {}).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || optional || devOptional || installed[path]?.version === version,
  );
}

function readPackages(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
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
  return spawnSync(program, args, { encoding: 'utf8', timeout: minutes && minutes * 60_000 });
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
