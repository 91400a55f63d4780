// Plain JavaScript for an old Node, because it runs before the packages and a newer Node are installed:
//   node tools/local/setup.mjs               installs both if need be
//   node tools/local/setup.mjs --check       only says that they are missing
//   node tools/local/setup.mjs --for-tests   also installs what the tests drive
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBrowser, findWebKit } from './browser.mjs';

const shell = process.platform === 'win32'; // npm is npm.cmd there.

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const [, , mode] = process.argv;
if (mode === '--check') {
  const isReady = isCurrent(process.version) && existsSync('node_modules/astro');
  if (!isReady) fail('Run npm start once: it installs packages, and a newer Node if yours is old.');
} else {
  if (!packagesAreCurrent()) {
    console.log('Installing packages (about a minute, only the first time)…');
    runNpmCi('.');
  }
  installNode();
}
if (mode === '--for-tests') await installPrograms();

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

function runNpmCi(folder) {
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund', '--fetch-retries=1'];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell });
  if (status !== 0) fail('The packages could not be installed; npm says why above.');
}

/** If Node is too old, puts a newer one where npm's scripts find it first, until the next `npm ci`. */
function installNode() {
  const old = nodeVersion();
  if (isCurrent(old)) return;
  const link = 'node_modules/.bin/node';
  const newer = `tools/local/node/${link}`;
  // A folder with a lockfile of its own, which pins each download by its hash.
  if (!existsSync(newer)) runNpmCi('tools/local/node');
  rmSync(link, { force: true });
  if (existsSync(newer)) symlinkSync(`../../${newer}`, link);
  const version = nodeVersion();
  if (!isCurrent(version)) fail(`Node ${old} is too old: get a newer one from https://nodejs.org.`);
  console.log(`Node ${old} is too old: using Node ${version} from npm for this folder.`);
}

/** Of the `node` on the PATH, because `npm ci` may have removed the one that runs this file. */
function nodeVersion() {
  return `${spawnSync('node', ['--version']).stdout}`.trim();
}

/** Whether it runs .ts files. */
function isCurrent(version) {
  return version.localeCompare('v22.18', 'en', { numeric: true }) >= 0;
}

/** Installs what the tests drive and this machine lacks, in ways that ask for no password. */
async function installPrograms() {
  // Debian's package of Redis starts a service on port 6379, now and at each boot.
  const redis = 'redis-server; service redis-server stop; update-rc.d redis-server disable';
  const findRedis = () => run('redis-server --version') || run('valkey-server --version');
  await install('Redis', findRedis, () => run('brew --version') && 'brew install -q redis', redis);
  await install('Chromium', findBrowser, playwright, 'chromium');
  await install('WebKit', findWebKit, () => false, 'webkit2gtk-driver xvfb');
}

async function install(name, isThere, otherWay, packages) {
  if (isThere()) return;
  for (const way of [await otherWay(), apt(packages)]) {
    if (!way || isThere()) continue;
    console.log(`Installing ${name} for the tests: ${way}`);
    run(way);
  }
  if (isThere()) return;
  // Not every system has this one.
  if (name === 'WebKit' && !process.env.CI) console.log('The tests leave WebKit out.');
  else fail(`The tests need ${name}: install it, and try again.`);
}

/** Playwright's own Chromium, if its downloads can be reached from here. */
async function playwright() {
  const signal = AbortSignal.timeout(3_000);
  const isNear = await fetch('https://cdn.playwright.dev', { signal }).catch(() => false);
  return isNear && 'npx playwright install chromium';
}

function apt(packages) {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo -n ';
  if (!existsSync('/usr/bin/apt-get') || !run(`${sudo}true`)) return undefined;
  const install = 'apt-get -qq install -y --no-install-recommends';
  return `${sudo}sh -c "apt-get -qq update; ${install} ${packages}"`;
}

/** Whether the command ends well; what it prints is not shown. */
function run(line) {
  return spawnSync(line, { shell: true, stdio: 'ignore', timeout: 600_000 }).status === 0;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
