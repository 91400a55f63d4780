import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { readDatabaseEnv } from '../../netlify/queue/database-env.ts';
import { loadEnvFile } from '../local/env-file.ts';

/** What startLines says about the data. */
let whereDataLives = '';

/**
 * Sees that functions find a database in `astro dev` and `astro preview`: the one that
 * UPSTASH_REDIS_REST_URL and _TOKEN name, in the environment or in .env, else a local Redis behind
 * a gateway, which it names in those two variables. What is wrong ends the start in one sentence.
 */
export function localDatabase(): AstroIntegration {
  return {
    name: 'local-database',
    hooks: {
      async 'astro:config:setup'({ command, config, isRestart }) {
        if (isRestart || !['dev', 'preview'].includes(command)) return;
        try {
          whereDataLives = await provideDatabase(fileURLToPath(config.root));
        } catch (error) {
          console.error(error instanceof Error ? error.message : error);
          process.exit(1);
        }
      },
      'astro:server:start'({ address }) {
        // Astro prints its own lines right after this hook, in the same turn of the event loop.
        setTimeout(() => startLines(`http://localhost:${address.port}`));
      },
    },
  };
}

/** Prints the last lines of the start: where the site is, where its data, and how to stop. */
export function startLines(origin: string): void {
  console.log(`
  Site    ${origin}
  Data    ${whereDataLives}
  Stop    Ctrl-C
`);
}

async function provideDatabase(root: string): Promise<string> {
  loadEnvFile();
  const env = readDatabaseEnv(process.env);
  if (env.kind === 'invalid') throw new Error(env.message);
  if (env.kind === 'hosted') return new URL(env.url).host;

  // Loaded here, so that a build does without ioredis.
  const { startDatabase } = await import('../local/start-database.ts');
  const database = await startDatabase(root);
  Object.assign(process.env, database.env);

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, async () => {
      // The preview server, and on SIGTERM Vite, listen too, and end the process when they are done.
      const endedByOthers = process.listenerCount(signal) > 0;
      await database.close();
      if (!endedByOthers) process.exit();
    });
  }
  return `${database.where}, behind a REST gateway like Upstash's`;
}
