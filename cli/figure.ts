/** 1234567 as 1,234,567. */
export const figure = (count: number): string => count.toLocaleString('en-US');
