/** What stands behind a key, and what is wrong with the way it was written. */
interface WrittenText {
  /** What was meant. */
  text: string;
  problem?: string;
}

/** What YAML takes for something else than the beginning of a text. */
const SIGN = /^(?:[{}[\],&*#|>%@`!]|[-?:](?= |$))/;

const INSIDE = {
  '"': 'inside quotes, each " and each \\ needs a \\ before it',
  "'": "inside apostrophes, each ' has to stand twice",
};

/** Reads a text as it stands behind its key: alone, in quotes or in apostrophes. */
export function readText(raw: string): WrittenText {
  const [first] = raw;
  if (first === '"' || first === "'") return readQuoted(raw, first);
  const [sign] = SIGN.exec(raw) ?? [];
  if (sign) return { text: raw, problem: `a text that begins with ${sign} needs quotes around it` };
  if (/:(?: |$)/.test(raw)) {
    return { text: raw, problem: 'a text with a colon in it needs quotes around it' };
  }
  if (raw.includes(' #')) {
    return { text: raw, problem: 'a text with # in it needs quotes around it, or it ends there' };
  }
  return { text: raw };
}

function readQuoted(raw: string, quote: '"' | "'"): WrittenText {
  const inside = raw.slice(1, -1);
  if (raw.length === 1 || !raw.endsWith(quote)) {
    const text = quote === '"' && !raw.slice(1).includes('"') ? raw.slice(1) : raw;
    return { text, problem: `a text that begins with ${quote} has to end with it` };
  }
  if (quote === "'" && /^(?:[^']|'')*$/.test(inside)) return { text: inside.replaceAll("''", "'") };
  try {
    return { text: JSON.parse(raw) };
  } catch {
    return { text: inside.replaceAll('\\"', '"'), problem: INSIDE[quote] };
  }
}

/** The same text as it is right behind a key. */
export function writeText(text: string): string {
  return /^["']/.test(text) || readText(text).problem ? JSON.stringify(text) : text;
}
