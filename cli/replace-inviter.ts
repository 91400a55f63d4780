/**
 * A readable record with another inviter in it, nobody by default. All else of it stays to the byte:
 * the key of her signup and what she agreed to.
 */
export function replaceInviter(record: string, inviter = '-'): string {
  return record.replace(/^(\S+ \S+) \S+/, (_, head: string) => `${head} ${inviter}`);
}
