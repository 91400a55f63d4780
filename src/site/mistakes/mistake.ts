/** Something in src/content that cannot stay so. */
export interface Mistake {
  /** As from the project's root: src/content/landing.md. */
  file: string;
  /** Counted from 1; undefined where it is about the whole file. */
  line?: number | undefined;
  /** As confirmation.greeting, if it is about a key. */
  key?: string | undefined;
  /** What is wrong, and what to write instead. */
  sentence: string;
}

/** What she reads: src/content/landing.md, line 9, hint: is empty. Write a text. */
export function tellMistake({ file, line, key, sentence }: Mistake): string {
  return [file, line && `line ${line}`, key].filter(Boolean).join(', ').concat(`: ${sentence}`);
}
