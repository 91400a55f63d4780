import type { z } from 'astro/zod';
import { keyPaths } from './key-paths.ts';
import type { Mistake } from './mistake.ts';
import { spacesOf } from './read-keys.ts';
import type { Markdown } from './read-markdown.ts';

/** What src/content.config.ts has against the keys and the texts of a file. */
export function schemaMistakes(schema: z.ZodType, { file, data, lines }: Markdown): Mistake[] {
  const issues = schema.safeParse(data).error?.issues ?? [];
  const descriptions = keyPaths(schema);
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => pathOf([...issue.path, key])) : [],
  );
  const wrong = issues
    .filter((issue) => issue.code !== 'unrecognized_keys')
    .map(({ path, message }) => ({ key: pathOf(path), message }));

  // Where one key is not known and one is missing, it is that one, misspelt.
  const misspelt = new Map<string, string>();
  for (const key of unknown) {
    const isBeside = (other: string) => blockOf(other) === blockOf(key);
    const [meant, ...more] = wrong
      .map((each) => each.key)
      .filter((each) => isBeside(each) && !lines.has(each));
    if (meant && !more.length && unknown.filter(isBeside).length === 1) misspelt.set(key, meant);
  }
  const meant = [...misspelt.values()];

  const tell = (key: string, sentence: string): Mistake => {
    const block = [...lines].filter(([path]) => `${path}.`.startsWith(blockOf(key)));
    return { file, line: lines.get(key) ?? block.at(-1)?.[1], key, sentence };
  };
  const tellUnknown = (key: string) => {
    const right = misspelt.get(key);
    if (right) return tell(key, `is misspelt. Write before its colon: ${nameOf(right)}`);
    const place = [...descriptions.keys()].find((path) => nameOf(path) === nameOf(key));
    const block = place && blockOf(place).slice(0, -1);
    if (block) return tell(key, `belongs under the line ${block}: and two spaces in.`);
    return tell(key, 'is no key that anything reads. Take its line away.');
  };
  const tellMissing = (key: string) => {
    const about = descriptions.get(key.replace(/\d+/, '#')) ?? '';
    const inside = [...descriptions.keys()].filter((path) => path.startsWith(`${key}.`));
    const rows = (inside.length ? inside : [key]).map(
      (path) => `${' '.repeat(spacesOf(path))}${nameOf(path)}: its text`,
    );
    const advice = inside.length ? `\n${nameOf(key)}:\n${rows.join('\n')}` : ` ${rows}`;
    return tell(key, `is missing. ${about} Write under this line:${advice}`.replace('  ', ' '));
  };
  return [
    ...unknown.map(tellUnknown),
    ...wrong
      .filter(({ key }) => !meant.includes(key))
      .map(({ key, message }) => (lines.has(key) ? tell(key, message) : tellMissing(key))),
  ];
}

/** `boxes.1.label` for the label of the first box. */
const pathOf = (path: PropertyKey[]) =>
  path.map((part) => (typeof part === 'number' ? part + 1 : part)).join('.');

const blockOf = (key: string) => key.slice(0, key.lastIndexOf('.') + 1);
const nameOf = (key: string) => key.slice(key.lastIndexOf('.') + 1);
