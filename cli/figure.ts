/** 1234567 as 1,234,567. */
export const figure = (count: number): string => count.toLocaleString('en-US');

/** 1 as "1 person", 1234 as "1,234 people". */
export const peopleFigure = (count: number): string =>
  `${figure(count)} ${count === 1 ? 'person' : 'people'}`;
