import type { AstroIntegration } from 'astro';

/** Adds the client:intent directive of src/waitlist/ui/intent.ts. */
export function clientIntent(): AstroIntegration {
  return {
    name: 'client-intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({ name: 'intent', entrypoint: './src/waitlist/ui/intent.ts' }),
    },
  };
}
