import type { Sharp } from 'sharp';
import { readTitle } from '../site/markdown.ts';
import { readContent } from '../site/read-content.ts';
import { drawPicture, embedPicture } from './draw-picture.ts';
import { headline } from './headline.ts';
import { outlineText, type TextOutline } from './outline-text.ts';
import { typeface } from './typeface.ts';

const sans = typeface('nunito', '700-normal', 0.24);
const serif = typeface('playfair-display', '700-italic');
const mono = typeface('jetbrains-mono', '500-normal');
const boldMono = typeface('jetbrains-mono', '700-normal', -0.02);

const LEFT = 82;

/** Chat apps show 1.91 to 1 uncropped. */
export const PREVIEW = { width: 1200, height: 630 } as const;

/** Functions that draw the previews, by the names of their files. */
export const linkPreviews = {
  index: async () => {
    const { data: site } = await readContent('site');
    const { data: landing } = await readContent('landing');
    const right = { x: 504, y: 1, width: 720, height: 640 };
    const { x, element } = await embedPicture(landing.picture, right, 'inside');
    const presents = landing.presents.toUpperCase();
    const width = x - LEFT - 16;
    return draw('preview-home', [element], {
      above: outlineText(sans, presents, 1.5, { width, height: 60, size: 17 }),
      heading: outlineText(headline, site.product, 1.1, { width, height: 260, size: 190 }),
      below: outlineText(serif, landing.body, 1.16, { width, height: 190, size: 41 }),
      gaps: [10, 18],
    });
  },
  about: async () => {
    const { data: about } = await readContent('about');
    const { heading, firstParagraph: tagline } = readTitle(about.body);
    // The cursor wants room behind the heading, and the heart beside the tagline.
    return draw('preview-about', [], {
      above: outlineText(mono, about.prompt, 1.3, { width: 1032, height: 40, size: 28 }),
      heading: outlineText(boldMono, heading, 1.12, { width: 952, height: 270, size: 112 }),
      below: outlineText(mono, tagline, 1.35, { width: 820, height: 165, size: 40 }),
      gaps: [24, 34],
    });
  },
};

type Texts = Record<'above' | 'heading' | 'below', TextOutline> & { gaps: [number, number] };

/**
 * Three texts below each other with gaps in pixels, in the middle of the height; `#cursor` draws the
 * art's `#block` after the last letter of the heading.
 */
function draw(name: string, parts: string[], { above, heading, below, gaps }: Texts): Sharp {
  const height = above.height + gaps[0] + heading.height + gaps[1] + below.height;
  const top = (PREVIEW.height - height) / 2;
  const headingTop = top + above.height + gaps[0];
  const [x, y] = [LEFT + heading.end.x, headingTop + heading.end.y];
  const place = `translate(${x} ${y}) scale(${heading.size / 1000})`;
  return drawPicture(name, [
    ...parts,
    above.path('above', LEFT, top),
    heading.path('heading', LEFT, headingTop),
    below.path('below', LEFT, headingTop + heading.height + gaps[1]),
    `<use id="cursor" href="#block" transform="${place}"/>`,
  ]);
}
