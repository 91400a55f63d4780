import type { APIRoute } from 'astro';
import { drawPicture, embedPicture, toJpeg } from '../../pictures/draw-picture.ts';
import { readContent } from '../../site/read-content.ts';

export const getStaticPaths = () => ['index', 'about'].map((name) => ({ params: { name } }));

/** A link preview without words, since every app shows the title next to it. */
export const GET: APIRoute = async ({ params }) => {
  const drawing = params.name === 'about' ? drawPicture('preview-about') : await drawHome();
  const jpeg = await toJpeg(drawing, 86, '4:4:4');
  return new Response(new Uint8Array(jpeg), { headers: { 'Content-Type': 'image/jpeg' } });
};

async function drawHome() {
  const { data: landing } = await readContent('landing');
  const box = { x: 90, y: 6, width: 1060, height: 634 };
  return drawPicture('preview-home', await embedPicture(landing.picture, box, 'contain'));
}
