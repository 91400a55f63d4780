import cyrillic from '@fontsource/playfair-display/files/playfair-display-cyrillic-900-italic.woff2?url';
import latin from '@fontsource/playfair-display/files/playfair-display-latin-900-italic.woff2?url';
import latinExt from '@fontsource/playfair-display/files/playfair-display-latin-ext-900-italic.woff2?url';
import vietnamese from '@fontsource/playfair-display/files/playfair-display-vietnamese-900-italic.woff2?url';
import ranges from '@fontsource/playfair-display/unicode.json';
import { FACE, fontOf } from './set-name.ts';

const PARTS = { latin, 'latin-ext': latinExt, vietnamese, cyrillic };

/**
 * Loads those parts of the display face that a text has letters of. What it lacks is left to the
 * system's faces. Rejects where a part does not come; the next call tries again.
 */
export async function loadFaces(text: string) {
  const ours = () => [...document.fonts].filter(({ family }) => family === FACE);
  if (!ours().length) {
    for (const [part, address] of Object.entries(PARTS)) {
      const unicodeRange = ranges[part as keyof typeof PARTS];
      const about = { style: 'italic', weight: '900', unicodeRange };
      document.fonts.add(new FontFace(FACE, `url(${address})`, about));
    }
  }
  try {
    await document.fonts.load(fontOf(99), text);
  } catch (error) {
    for (const face of ours()) document.fonts.delete(face);
    throw error;
  }
}

let picture: HTMLImageElement | undefined;

/** The picture of the first view in its largest size. Rejects where it does not come. */
export async function loadPicture(): Promise<HTMLImageElement> {
  if (picture) return picture;
  const shown = document.querySelector('.hero picture')?.cloneNode(true) as HTMLElement;
  for (const source of shown.querySelectorAll<HTMLSourceElement>('source, img')) {
    if (source.media) source.remove();
    source.sizes = '100000px';
  }
  const copy = shown.querySelector('img') as HTMLImageElement;
  await copy.decode();
  picture = copy;
  return picture;
}
