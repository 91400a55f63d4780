import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';

/** https://www.sitemaps.org/protocol.html */
export const GET: APIRoute = async ({ site }) => {
  const pages = (await getCollection('pages')).map(({ id }) => id);
  const urls = ['', 'about', ...pages].map(
    (path) => `<url><loc>${new URL(path, site)}</loc></url>`,
  );
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
  );
};
