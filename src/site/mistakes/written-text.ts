/** What stands behind a key, and what is wrong with the way it was written. */
interface WrittenText {
  /** What was meant. */
  text: string;
  problem?: string;
}

/** What YAML takes for something else than the beginning of a text. */
const SIGN = /^(?:[{}[\],&*#|>%@`!]|[-?:](?= |$))/;

/** Reads a text as it stands behind its key: alone, in quotes or in apostrophes. */
export function readText(raw: string): WrittenText {
  if (raw.startsWith('"')) return readQuoted(raw);
  if (raw.startsWith("'")) return readInApostrophes(raw);
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

function readQuoted(raw: string): WrittenText {
  if (raw.length === 1 || !raw.endsWith('"')) {
    const text = raw.lastIndexOf('"') ? raw : raw.slice(1);
    return { text, problem: 'a text that begins with quotes has to end with them' };
  }
  const text = raw.slice(1, -1).replaceAll('\\"', '"');
  if (!/^"(?:[^"\\]|\\.)*"$/.test(raw)) {
    return { text, problem: 'each quote inside the quotes needs a \\ in front of it' };
  }
  try {
    return { text: JSON.parse(raw) };
  } catch {
    return { text, problem: 'a \\ has to stand twice inside quotes' };
  }
}

function readInApostrophes(raw: string): WrittenText {
  const [, text] = /^'((?:[^']|'')*)'$/.exec(raw) ?? [];
  if (text !== undefined) return { text: text.replaceAll("''", "'") };
  const isAround = raw.length > 1 && raw.endsWith("'");
  return {
    text: isAround ? raw.slice(1, -1) : raw,
    problem: 'a text with an apostrophe at its beginning needs quotes around all of it',
  };
}

/** The same text as it is right behind a key. */
export function writeText(text: string): string {
  return /^["']/.test(text) || readText(text).problem ? JSON.stringify(text) : text;
}
