/** A table in Markdown, padded so that a terminal shows it as one too. */
export function table(head: string[], rows: string[][]): string {
  const width = head.map((title, i) =>
    Math.max(3, title.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(width[i] ?? 0)).join(' | ')} |`;
  const rule = `|${width.map((size) => '-'.repeat(size + 2)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** 1234.5 as `1,235`, and with a floor to compare it with as `1,235 (1.03x)`. */
export function figure(value: number, floor?: number): string {
  if (Number.isNaN(value)) return 'never';
  const text = Math.round(value).toLocaleString('en-US');
  return floor ? `${text} (${(value / floor).toFixed(2)}x)` : text;
}
