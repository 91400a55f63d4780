import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a build makes or has no use for; the rest is copied. */
const LEFT_BEHIND = new Set([
  ...['node_modules', 'dist', '.astro', '.netlify', '.data', '.env', '.git'],
  ...['tests', 'test-results', 'shots'],
]);

/** One way to make the site, built. */
export interface Variant {
  name: string;
  /** A project folder: dist, .netlify and netlify.toml are in it. */
  folder: string;
}

/**
 * Builds the three sites to compare into `home`, from one copy of the sources, so that somebody
 * who goes on working meanwhile changes nothing.
 */
export async function buildVariants(home: string) {
  const ours: Variant = { name: 'this site', folder: join(home, 'ours') };
  const floor: Variant = { name: 'no script (the floor)', folder: join(home, 'floor') };
  const ordinary: Variant = { name: 'ordinary client:load', folder: join(home, 'ordinary') };

  await copySources(ours.folder);
  build(ours.folder);
  await cp(ours.folder, floor.folder, { recursive: true, verbatimSymlinks: true });
  await withoutScript(join(floor.folder, 'dist'));
  await cp(ours.folder, ordinary.folder, { recursive: true, verbatimSymlinks: true });
  await makeOrdinary(ordinary.folder);
  build(ordinary.folder);
  return { ours, floor, ordinary };
}

async function copySources(folder: string) {
  for (const name of await readdir(ROOT)) {
    if (LEFT_BEHIND.has(name)) continue;
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  }
  // Linked one by one: Astro keeps its caches in node_modules, and builds must not share them.
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name.startsWith('.') && name !== '.bin') continue;
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
}

function build(cwd: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/.bin/astro', 'build'],
    { cwd, encoding: 'utf8', env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' } },
  );
  if (status !== 0) throw new Error(`astro build failed in ${cwd}:\n${stdout}${stderr}`);
}

/** Takes away every script and what would load one. The island's element stays: CSS knows it. */
async function withoutScript(dist: string) {
  for (const name of await readdir(dist)) {
    if (!name.endsWith('.html')) continue;
    const file = join(dist, name);
    const html = await readFile(file, 'utf8');
    const bare = html
      .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
      .replace(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
      .replace(/<astro-island(?:\s[\w-]+(?:="[^"]*")?)*>/g, '<astro-island>');
    if (/<script|component-url/.test(bare)) throw new Error(`There is still a script in ${file}.`);
    await writeFile(file, bare);
  }
}

/** The few lines that make the page what it is, made what they usually are. */
async function makeOrdinary(folder: string) {
  const page = 'src/pages/index.astro';
  for (const [name, special, usual] of [
    [page, '../waitlist/WaitlistIsland.tsx', '../../bench/OrdinaryIsland.tsx'],
    [page, 'client:intent', 'client:load'],
    [page, 'class="hero" href="#join"', 'class="hero" href="#"'],
    ['dev/inline-scripts.ts', '[ownIsland(), noPreload()]', '[]'],
  ] as const) {
    const file = join(folder, name);
    const text = await readFile(file, 'utf8');
    if (!text.includes(special)) throw new Error(`${name} has no ${special} now.`);
    await writeFile(file, text.replace(special, usual));
  }
}
