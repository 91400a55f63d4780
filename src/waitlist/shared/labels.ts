/** Fills `{firstName}` with values.firstName; unknown placeholders stay. */
export function fillPlaceholders(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** 1,234,567 */
export function formatNumber(number: number): string {
  return number.toLocaleString('en-US');
}
