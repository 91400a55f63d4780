import type { APIRoute } from 'astro';
import { toJpeg } from '../../pictures/draw-picture.ts';
import { drawPreview } from '../../pictures/link-previews.ts';
import { type PublicPage, pictureName, publicPages } from '../../site/public-pages.ts';

export const getStaticPaths = () =>
  publicPages.map((path) => ({ params: { name: pictureName(path) }, props: { path } }));

export const GET: APIRoute<{ path: PublicPage }> = async ({ props }) => {
  // Red words on pink lose their edges where colour has half the pixels.
  const jpeg = await toJpeg(await drawPreview[props.path](), 86, '4:4:4');
  return new Response(new Uint8Array(jpeg), { headers: { 'Content-Type': 'image/jpeg' } });
};
