/** How many characters of `typed` are not, in their order, in `arrived`. A phone's digits count alone. */
export function countLost(typed: Record<string, string>, arrived: object): number {
  let lost = 0;
  for (const [name, text] of Object.entries(typed)) {
    const other = String(Object(arrived)[name] ?? '');
    const [before, after] =
      name === 'phone' ? [text.replace(/\D/g, ''), other.replace(/\D/g, '')] : [text, other];
    lost += before.length - commonLength(before, after);
  }
  return lost;
}

/** The length of the longest common subsequence. */
function commonLength(a: string, b: string): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const letter of a) {
    const next = [0];
    for (let i = 1; i <= b.length; i += 1) {
      const kept = letter === b[i - 1] ? (row[i - 1] ?? 0) + 1 : 0;
      next.push(Math.max(kept, row[i] ?? 0, next[i - 1] ?? 0));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
