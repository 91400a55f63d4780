import { joinNumber } from '../../../netlify/queue/referral-code.ts';

const CODE_LENGTH = 15;

export type Ledger = ReturnType<typeof openLedger>;

/**
 * Who is in line, as the bench knows it: 17 bytes for each of `most` members, where strings in an
 * array would take 40.
 */
export function openLedger(most: number) {
  const codes = Buffer.alloc(most * CODE_LENGTH);
  const friends = new Uint16Array(most);
  let size = 0;
  return {
    size: () => size,
    /** By join number, from 1. */
    codeOf(number: number): string {
      return codes.toString('latin1', (number - 1) * CODE_LENGTH, number * CODE_LENGTH);
    },
    /** What her score has to be: her join number, less five for each friend. */
    scoreOf(code: string): number {
      const number = joinNumber(code);
      return number - 5 * (friends[number - 1] ?? 0);
    },
    add(code: string, inviter: string | undefined): void {
      size = joinNumber(code);
      codes.write(code, (size - 1) * CODE_LENGTH, 'latin1');
      if (inviter) friends[joinNumber(inviter) - 1] = 1 + (friends[joinNumber(inviter) - 1] ?? 0);
    },
    clear(): void {
      friends.fill(0);
      size = 0;
    },
  };
}
