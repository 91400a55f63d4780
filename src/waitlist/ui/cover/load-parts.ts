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
  for (const face of document.fonts) if (face.family === FACE) document.fonts.delete(face);
  for (const [part, address] of Object.entries(PARTS)) {
    const unicodeRange = ranges[part as keyof typeof PARTS];
    const about = { style: 'italic', weight: '900', unicodeRange };
    document.fonts.add(new FontFace(FACE, `url(${address})`, about));
  }
  await document.fonts.load(fontOf(99), text);
}

/** The picture of the first view in its largest size. Rejects where it does not come. */
export async function loadPicture(): Promise<HTMLImageElement> {
  const shown = document.querySelector('.hero picture')?.cloneNode(true) as HTMLElement;
  for (const source of shown.querySelectorAll<HTMLSourceElement>('source, img')) {
    if (source.media) source.remove();
    source.sizes = '100000px';
  }
  const picture = shown.querySelector('img') as HTMLImageElement;
  await picture.decode();
  return picture;
}
