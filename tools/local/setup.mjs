// Plain JavaScript for an old Node, because it runs before the packages and a newer Node are installed:
//   node tools/local/setup.mjs               installs both if need be
//   node tools/local/setup.mjs --check       only says that they are missing
//   node tools/local/setup.mjs --for-tests   also installs what the tests need
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBrowser, findRedis, findWebKit } from './programs.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const NODE = Number(readFileSync('.nvmrc', 'utf8'));
const [, , mode] = process.argv;
if (mode === '--check') {
  const isReady = isCurrent(process.version) && isInstalled();
  if (!isReady) fail('Run npm start once: it installs packages, and a newer Node if yours is old.');
} else {
  if (!isInstalled()) {
    console.log('Installing packages (about a minute, only the first time)…');
    await runNpmCi('.');
  }
  await installNode();
}
if (mode === '--for-tests') {
  // Debian's package of Redis starts a service on port 6379, now and at each boot.
  const noService = 'service redis-server stop; update-rc.d redis-server disable';
  await install('Redis', findRedis, apt('redis-server', noService), 'brew install -q redis');
  const shell = apt('chromium-headless-shell');
  await install('Chromium', findBrowser, shell, 'npx playwright install chromium');
  await install('WebKit', findWebKit, apt('webkit2gtk-driver xvfb'));
}

/** Whether node_modules has each package of package-lock.json, in its version. */
function isInstalled() {
  const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file)).packages : {});
  // npm lists what it has installed in a lockfile of its own, without packages for other platforms.
  const installed = read('node_modules/.package-lock.json');
  const { '': _, ...wanted } = read('package-lock.json');
  // On Netlify, a build may lack what only tests and checks use.
  const isOptional = ({ dev, optional }) => optional || (dev && mode === '--check');
  return Object.entries(wanted).every(([path, wants]) =>
    installed[path]
      ? installed[path].version === wants.version && existsSync(path)
      : isOptional(wants),
  );
}

/** If Node is too old, puts a newer one where npm's scripts find it first, until the next `npm ci`. */
async function installNode() {
  const old = nodeVersion();
  if (isCurrent(old)) return;
  // A folder with its own lockfile, which pins each download by its hash, and has none for Windows and Apple silicon.
  await runNpmCi('tools/local/node');
  const link = 'node_modules/.bin/node';
  const newer = `tools/local/node/${link}`;
  rmSync(link, { force: true });
  if (existsSync(newer)) symlinkSync(`../../${newer}`, link);
  const version = nodeVersion();
  if (!isCurrent(version)) {
    rmSync(link, { force: true });
    fail(`Node ${old} is too old: install Node ${NODE} from https://nodejs.org.`);
  }
  console.log(`Node ${old} is too old: using Node ${version} from npm for this folder.`);
}

async function runNpmCi(folder) {
  // Otherwise NODE_ENV=production, or an .npmrc, omits some.
  const all = '--include=dev --include=optional';
  const command = `npm ci ${all} --loglevel=error --no-audit --no-fund --fetch-retries=1`;
  const status = await run(command, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) fail('The packages could not be installed; npm says why above.');
}

/** Asks the `node` on the PATH, because `npm ci` may have removed the one that runs this file. */
function nodeVersion() {
  return `${spawnSync('node', ['--version']).stdout}`.trim();
}

function isCurrent(version) {
  return Number.parseInt(version.slice(1), 10) >= NODE;
}

/** Tries one command after another until the program is installed. */
async function install(name, isThere, ...commands) {
  for (const command of commands) {
    if (isThere()) return;
    console.log(`Installing ${name} for the tests: ${command}`);
    await run(command, { stdio: 'ignore', timeout: 600_000 });
  }
  if (isThere()) return;
  // Not every system has WebKit.
  if (name === 'WebKit' && !process.env.CI) console.log('The tests will skip WebKit.');
  else fail(`The tests need ${name}: install it, and try again.`);
}

/** Runs a command, and says every ten seconds that it hasn't ended yet. Resolves with its exit code. */
async function run(command, options) {
  const timer = setInterval(() => console.log('Still installing…'), 10_000);
  const [status] = await once(spawn(command, { ...options, shell: true }), 'close');
  clearInterval(timer);
  return status;
}

/** Fails immediately if apt-get is missing, or if sudo would ask for a password. */
function apt(packages, afterwards = '') {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo -n ';
  const install = `apt-get -qq install -y --no-install-recommends ${packages}`;
  return `${sudo}sh -c "${install} || (apt-get -qq update; ${install}); ${afterwards}"`;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
