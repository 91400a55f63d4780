/** The picture's words. Keep every line under 24 characters: the type must stay readable on a 345 px wide picture. */
export const exchange = {
  his: { label: 'Him, 1:47 AM', lines: ['u up? also lets not', 'put a label on this'] },
  draft: { label: 'Your draft', lines: ['haha no yeah totally!!', 'whatever works for you'] },
  reply: {
    lines: ['Put the phone down,', 'gorgeous. I found a label:'],
    punchline: 'Return to sender.',
  },
};
