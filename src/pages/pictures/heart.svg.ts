import type { APIRoute } from 'astro';
import { readDrawing } from '../../pictures/palette.ts';

export const GET: APIRoute = () =>
  new Response(readDrawing('heart'), { headers: { 'Content-Type': 'image/svg+xml' } });
