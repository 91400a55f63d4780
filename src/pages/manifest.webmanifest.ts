import type { APIRoute } from 'astro';
import { readContent } from '../site/read-content.ts';

export const GET: APIRoute = async () => {
  const { data: site } = await readContent('site');
  const { data: landing } = await readContent('landing');
  const type = 'image/png';
  const manifest = {
    name: landing.title,
    short_name: site.product,
    start_url: '/',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type },
      { src: '/icon-512.png', sizes: '512x512', type },
      { src: '/icon-maskable.png', sizes: '512x512', type, purpose: 'maskable' },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json' },
  });
};
