import sharp, { type CreateText } from 'sharp';

/** The product's name in white on black, in the title's font, which tools/astro/fonts.ts makes. */
export const drawName = (name: string, size: Partial<CreateText>) =>
  sharp({
    text: {
      text: name.replaceAll('&', '&amp;'),
      font: 'Playfair Display Black, Italic 100',
      fontfile: `.astro/fonts/${process.env.NODE_ENV}/playfair-display-900-italic-latin.ttf`,
      ...size,
    },
  });

/**
 * CSS variables: the width of the name's letters in ems, the picture's height divided by its width, and how wide it may
 * be in its room: a landscape cut-out leaves it at the right. It's a rule, because the Content-Security-Policy blocks
 * style attributes.
 */
export async function landingSizes(
  name: string,
  picture: { width: number; height: number },
  isFramed: boolean,
): Promise<string> {
  const { info } = await drawName(name, { dpi: 72 }).raw().toBuffer({ resolveWithObject: true });
  const ems = (info.width / 100).toFixed(2);
  const ratio = picture.height / picture.width;
  const growth = isFramed ? 0.92 : ratio < 0.8 ? 1.2 : 1;
  return `:root{--title-ems:${ems};--picture-ratio:${ratio.toFixed(3)};--picture-growth:${growth}}`;
}
