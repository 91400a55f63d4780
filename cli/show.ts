import type { Member } from '../netlify/queue/record.ts';

/** 1234567 as 1,234,567. */
export const figure = (count: number): string => count.toLocaleString('en-US');

/** 1 and "record" as "1 record", 1234 as "1,234 records". */
export const figureOf = (count: number, one: string, many = `${one}s`): string =>
  `${figure(count)} ${count === 1 ? one : many}`;

export const peopleFigure = (count: number): string => figureOf(count, 'person', 'people');

/**
 * A text of a file or of Redis as it may reach a terminal: characters that would steer it, or turn
 * the line around after it, show as �.
 */
export function shown(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, '�');
}

/** Both names as one line. */
export const fullName = ({ firstName, lastName }: Member): string =>
  shown(`${firstName} ${lastName}`);

/** A phone of 10 digits as the lab sees it on a screen: (•••) •••-4567. */
export const maskedPhone = (phone: string): string => `(•••) •••-${phone.slice(-4)}`;

/** Milliseconds since 1970 as 2026-11-21 14:03 UTC. */
export const moment = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
