import type { AstroIntegration } from 'astro';

/** Gives functions a database in `astro dev`. */
export function localDatabase(): AstroIntegration {
  let startLines = (_origin: string) => '';
  return {
    name: 'local-database',
    hooks: {
      async 'astro:config:setup'({ command, isRestart }) {
        if (isRestart || command !== 'dev') return;
        // Loaded here, so that a build does without ioredis.
        const { startDatabase } = await import('../local/database.ts');
        startLines = await startDatabase();
      },
      'astro:server:start'({ address }) {
        // Astro prints its own lines right after this hook, in the same turn of the event loop.
        setTimeout(() => console.log(startLines(`http://localhost:${address.port}`)));
      },
    },
  };
}
