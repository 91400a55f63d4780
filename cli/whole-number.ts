import { BadInput } from './failure.ts';

/** Reads what was given to `option` as a whole number from 1; throws BadInput for anything else. */
export function wholeNumber(option: string) {
  return (text: string): number => {
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
    throw new BadInput(`${option} takes a whole number from 1, such as ${option} 50.`);
  };
}
