import type { APIRoute } from 'astro';
import { fullBleedIcon, icon } from '../pictures/icon.ts';

/** The mark for those who take no SVG: home screens, and the manifest. */
const icons = {
  'apple-touch-icon': () => fullBleedIcon(180, 0.88),
  'icon-192': () => icon(192),
  'icon-512': () => icon(512),
  // All that matters lies in a circle of 80 %: https://www.w3.org/TR/appmanifest/#icon-masks
  'icon-maskable': () => fullBleedIcon(512, 0.72),
};

type Name = keyof typeof icons;

export const getStaticPaths = () => Object.keys(icons).map((icon) => ({ params: { icon } }));

export const GET: APIRoute<Record<string, never>, { icon: Name }> = async ({ params }) =>
  new Response(new Uint8Array(await icons[params.icon]()), {
    headers: { 'Content-Type': 'image/png' },
  });
