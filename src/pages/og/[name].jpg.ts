import type { APIRoute } from 'astro';
import { toJpeg } from '../../pictures/draw-picture.ts';
import { linkPreviews } from '../../pictures/link-previews.ts';

export const getStaticPaths = () =>
  Object.entries(linkPreviews).map(([name, draw]) => ({ params: { name }, props: { draw } }));

export const GET: APIRoute<{ draw: (typeof linkPreviews)['index'] }> = async ({ props }) => {
  // With half the pixels for colour, red letters on pink lose their edges.
  const jpeg = await toJpeg(await props.draw(), 86, '4:4:4');
  return new Response(new Uint8Array(jpeg), { headers: { 'Content-Type': 'image/jpeg' } });
};
