import type { AstroIntegration } from 'astro';

/** What startLines says about the data. */
let database = '';

/**
 * Sees that functions find a database in `astro dev` and `astro preview` (tools/local/database.ts).
 * What is wrong ends the start in one sentence.
 */
export function localDatabase(): AstroIntegration {
  return {
    name: 'local-database',
    hooks: {
      async 'astro:config:setup'({ command, isRestart }) {
        if (isRestart || !['dev', 'preview'].includes(command)) return;
        // Loaded here, so that a build does without ioredis.
        const { provideDatabase } = await import('../local/database.ts');
        try {
          const { name, close } = await provideDatabase();
          database = name;
          closeAtTheEnd(close);
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

function closeAtTheEnd(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, async () => {
      // The preview server, and on SIGTERM Vite, listen too, and end the process when they are done.
      const endedByOthers = process.listenerCount(signal) > 0;
      await close();
      if (!endedByOthers) process.exit();
    });
  }
}

/** Prints the last lines of the start: where the site is, where its data, and how to stop. */
export function startLines(origin: string): void {
  console.log(`
  Site    ${origin}
  Data    ${database}
  Stop    Ctrl-C
`);
}
