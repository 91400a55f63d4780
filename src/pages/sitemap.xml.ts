import type { APIRoute } from 'astro';
import { publicPages } from '../site/public-pages.ts';
import { hasPrivacy } from '../site/read-content.ts';

export const GET: APIRoute = async ({ site }) => {
  const pages = [...publicPages, ...((await hasPrivacy()) ? ['/privacy'] : [])];
  const urls = pages.map((path) => `<url><loc>${new URL(path, site)}</loc></url>`);
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
    { headers: { 'Content-Type': 'application/xml' } },
  );
};
