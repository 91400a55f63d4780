import type { APIRoute } from 'astro';
import { icon } from '../pictures/icon.ts';

/** Safari and many who show links ask for this name. A PNG under it is read by all of them. */
export const GET: APIRoute = async () => new Response(new Uint8Array(await icon(32)));
