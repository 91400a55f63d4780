import type { APIRoute } from 'astro';
import { sharePictureArt } from '../../pictures/share-picture.ts';
import { findContent } from '../../site/read-content.ts';

export async function getStaticPaths() {
  if (!(await findContent('share'))) return [];
  const files = Object.values(await sharePictureArt());
  return files.map(({ name, jpeg }) => ({ params: { name }, props: { jpeg } }));
}

export const GET: APIRoute<{ jpeg: Buffer }> = ({ props }) =>
  new Response(new Uint8Array(props.jpeg), { headers: { 'Content-Type': 'image/jpeg' } });
