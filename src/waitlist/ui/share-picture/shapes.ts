// Outlines, as the `d` of an SVG path.

/** One petal, 100 wide and 120 tall, its curled lip catching the light. */
export const PETAL = {
  leaf: 'M50 2C60 -4 82 4 92 26C106 58 84 102 46 120C14 104 -8 62 6 28C16 6 38 8 50 2Z',
  hollow:
    'M50 2C60 -4 82 4 92 26C98 40 98 56 92 72C84 40 66 22 50 16C36 26 26 52 34 112C12 94 -6 58 6 28C16 6 38 8 50 2Z',
  lip: 'M92 26C106 58 84 102 46 120C74 98 88 66 78 38C74 24 66 14 56 8C74 4 86 12 92 26Z',
};

/** The mark's heart, in 64 by 64. */
export const HEART = 'M32 57C12 43 4 33 5 21C7 6 25 4 32 16C39 4 57 6 59 21C60 33 52 43 32 57Z';
