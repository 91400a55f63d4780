import type { APIRoute } from 'astro';
import { ico, icon } from '../pictures/icon.ts';

/** Many clients ask for this name, whatever the page says. */
export const GET: APIRoute = async () =>
  new Response(new Uint8Array(ico(await icon(32), 32)), {
    headers: { 'Content-Type': 'image/x-icon' },
  });
