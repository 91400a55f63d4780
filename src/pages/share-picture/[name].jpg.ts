import type { APIRoute } from 'astro';
import { sharePictureArt } from '../../pictures/share-picture.ts';

export async function getStaticPaths() {
  const files = Object.values(await sharePictureArt());
  return files.map(({ name, jpeg }) => ({ params: { name }, props: { jpeg } }));
}

export const GET: APIRoute<{ jpeg: Buffer }> = ({ props }) =>
  new Response(new Uint8Array(props.jpeg), { headers: { 'Content-Type': 'image/jpeg' } });
