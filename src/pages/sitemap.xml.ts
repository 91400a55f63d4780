import { pages } from 'virtual:content';
import type { APIRoute } from 'astro';

/** https://www.sitemaps.org/protocol.html */
export const GET: APIRoute = ({ site }) => {
  const paths = ['', 'about', ...Object.keys(pages)];
  const urls = paths.map((path) => `<url><loc>${new URL(path, site)}</loc></url>`).join('');
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  return new Response(`<urlset xmlns="${namespace}">${urls}</urlset>`);
};
