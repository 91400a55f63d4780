import type { AstroIntegration } from 'astro';

/** Gives functions a database in `astro dev`. What is wrong ends the start in one sentence. */
export function localDatabase(): AstroIntegration {
  let lines = (_origin: string) => '';
  return {
    name: 'local-database',
    hooks: {
      async 'astro:config:setup'({ command, isRestart }) {
        if (isRestart || command !== 'dev') return;
        // Loaded here, so that a build does without ioredis.
        const { provideDatabase, startLines } = await import('../local/database.ts');
        const database = await provideDatabase().catch((error: Error) => {
          console.error(error.message);
          process.exit(1);
        });
        lines = (origin) => startLines(origin, database.name);
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
          process.once(signal, () => database.close().finally(() => process.exit()));
        }
      },
      'astro:server:start'({ address }) {
        // Astro prints its own lines right after this hook, in the same turn of the event loop.
        setTimeout(() => console.log(lines(`http://localhost:${address.port}`)));
      },
    },
  };
}
