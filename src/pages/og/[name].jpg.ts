import type { APIRoute } from 'astro';
import sharp from 'sharp';
import { coverPicture } from '../../pictures/cover-preview.ts';
import { labPicture } from '../../pictures/lab-preview.ts';
import { type PublicPage, pictureName, publicPages } from '../../site/public-pages.ts';
import { readContent } from '../../site/read-content.ts';

/** The picture of each page's link preview, from the same Markdown as the page. */
const draw: Record<PublicPage, () => Promise<string>> = {
  '/': async () => {
    const { data: site } = await readContent('site');
    const { data: landing } = await readContent('landing');
    // Astro keeps the file's path on an imported picture, but not in its type.
    const { fsPath } = landing.hero.picture as typeof landing.hero.picture & { fsPath: string };
    return coverPicture({ ...landing, product: site.product, hero: fsPath });
  },
  '/about': async () => labPicture((await readContent('about')).data),
};

export const getStaticPaths = () =>
  publicPages.map((path) => ({ params: { name: pictureName(path) }, props: { path } }));

export const GET: APIRoute<{ path: PublicPage }> = async ({ props }) => {
  const jpeg = await sharp(Buffer.from(await draw[props.path]()))
    // Red words on pink lose their edges where colour has half the pixels.
    .jpeg({ quality: 86, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return new Response(new Uint8Array(jpeg), { headers: { 'Content-Type': 'image/jpeg' } });
};
