import type { APIRoute } from 'astro';
import { publicPages } from '../site/public-pages.ts';

export const GET: APIRoute = ({ site }) => {
  const urls = [...publicPages, '/privacy'].map(
    (path) => `<url><loc>${new URL(path, site)}</loc></url>`,
  );
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
    { headers: { 'Content-Type': 'application/xml' } },
  );
};
