import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../free-port.ts';

/** Where Debian keeps one folder of programs for each version; elsewhere they are on the PATH. */
const DEBIAN = '/usr/lib/postgresql';

/** PostgreSQL refuses to run as root, so it then runs as "nobody". */
const NOBODY = 65_534;

/** As fast as it gets: as little as Redis in this bench does it wait for the disk. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '512MB',
};

/** The folder of PostgreSQL's programs, the newest version's; undefined where there is none. */
export function findPostgres(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
  const newest = versions.length && join(DEBIAN, String(Math.max(...versions)), 'bin');
  const folders = [...(newest ? [newest] : []), ...(process.env.PATH ?? '').split(':')];
  return folders.find((folder) =>
    ['initdb', 'postgres'].every((it) => existsSync(join(folder, it))),
  );
}

/** A PostgreSQL of its own in a new folder, with a connected client; gone when this process ends. */
export async function startPostgres(programs: string) {
  const isRoot = process.getuid?.() === 0;
  const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const data = mkdtempSync(join(tmpdir(), 'bench-postgres-'));
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  const asOwner = { ...owner, cwd: data, stdio: 'ignore' } as const;
  const options = ['-U', 'waitlist', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const made = spawnSync(join(programs, 'initdb'), ['-D', data, ...options], asOwner);
  if (made.status !== 0) throw new Error(`initdb in ${programs} failed.`);

  const port = await freePort();
  const settings = Object.entries({ ...SETTINGS, port }).flatMap(([k, v]) => ['-c', `${k}=${v}`]);
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings], asOwner);
  const remove = () => {
    spawnSync(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], asOwner);
    rmSync(data, { recursive: true, force: true });
  };
  process.once('exit', remove);

  const client = await connect(port, () => child.exitCode === null);
  return {
    client,
    async stop() {
      await client.end();
      const ended = once(child, 'exit');
      process.off('exit', remove);
      remove();
      await ended;
    },
  };
}

async function connect(port: number, isRunning: () => boolean): Promise<Client> {
  for (let attempt = 0; attempt < 200 && isRunning(); attempt += 1) {
    const client = new Client({ host: '127.0.0.1', port, user: 'waitlist', database: 'postgres' });
    client.on('error', () => {}); // Whoever waits for an answer is told.
    try {
      await client.connect();
      return client;
    } catch {
      await sleep(50); // It is not up yet.
    }
  }
  throw new Error('PostgreSQL did not start.');
}
