import type { APIRoute } from 'astro';
import { readDrawing } from '../../pictures/palette.ts';

export const getStaticPaths = () => ['heart', 'healed-heart'].map((name) => ({ params: { name } }));

export const GET: APIRoute<never, { name: string }> = ({ params }) =>
  new Response(readDrawing(params.name), { headers: { 'Content-Type': 'image/svg+xml' } });
