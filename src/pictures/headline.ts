/** In ems, rounded up: Playfair Display Black Italic with the letter-spacing of .title. */
const LETTER_WIDTHS: [number, string][] = [
  [0.32, " '.,lij"],
  [0.4, '!ft1I'],
  [0.48, 'szycge5'],
  [0.54, '-7?rv342o'],
  [0.575, 'bkqa9xh68'],
  [0.6, 'dFpSuLn'],
  [0.66, 'E0ZAwPV'],
  [0.7, 'TUCBJ'],
  [0.79, 'RGXYKDO'],
  [0.875, 'HNQm&'],
];
/** W, and every letter that isn't listed. */
const WIDEST_LETTER = 1.02;

/** The padding of .title in ems. */
const SIDES = 0.24;

function widthOf(text: string): number {
  // An accent adds no width to its letter.
  const letters = [...text.normalize('NFD').replaceAll(/\p{M}/gu, '')];
  const widths = letters.map(
    (letter) => LETTER_WIDTHS.find(([, group]) => group.includes(letter))?.[0] ?? WIDEST_LETTER,
  );
  return widths.reduce((sum, width) => sum + width, 0);
}

/**
 * CSS variables: the name's width in ems, the picture's height divided by its width, and how much of
 * it is seen above the form. It's a rule, because the Content-Security-Policy blocks style attributes.
 */
export function landingSizes(
  name: string,
  { picture, focus }: { picture: { width: number; height: number }; focus: number },
): string {
  const ems = (widthOf(name) + SIDES).toFixed(2);
  const ratio = (picture.height / picture.width).toFixed(3);
  return `:root{--title-ems:${ems};--picture-ratio:${ratio};--focus:${focus}}`;
}
