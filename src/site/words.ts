import { z } from 'astro/zod';
import { type Mistake, readFrontMatter, writeLine } from './front-matter.ts';
import { nearest, textProblems } from './line.ts';

/** The only file with a text under its keys. */
const PAGE = 'src/content/privacy.md';

/** The key whose text is a quotation. */
const QUOTATION = 'printed.blurb';

/** Reads src/content/`name`.md: its words as `schema` wants them, and all that is wrong with them. */
export async function readWords(name: string, schema: z.ZodObject) {
  const file = `src/content/${name}.md`;
  const schemas = leavesOf(schema);
  const { texts, lines, body, bodyLine, mistakes } = readFrontMatter(file, [...schemas.keys()]);
  if (!lines.size) return { words: {}, body, mistakes };
  const tell = (sentence: string, key?: string, line = lines.get(key ?? ''), isAdvice = false) =>
    mistakes.push({ file, line: line ?? Math.max(...lines.values()), key, sentence, isAdvice });

  const { data: words = {}, error } = await schema.safeParseAsync(nest(texts, schemas));
  const issues = (error?.issues ?? []).map((issue) => ({ ...issue, key: issue.path.join('.') }));
  const missing = new Set(issues.map(({ key }) => key).filter((key) => !lines.has(key)));
  for (const issue of issues.filter(({ key }) => lines.has(key))) {
    const right = issue.code === 'custom' ? issue.params?.right : undefined;
    tell(right ? `${issue.message} ${writeLine(issue.key, right)}` : issue.message, issue.key);
  }
  for (const key of [...lines.keys()].filter((each) => !schemas.has(each))) {
    const meant = nearest(key, [...missing]) ?? '';
    missing.delete(meant);
    const away = 'is no key that anything reads. Take its line away.';
    tell(meant ? `is misspelt. Write before its colon: ${meant}` : away, key);
  }
  for (const key of missing) {
    const text = await exampleOf(schemas.get(key));
    tell(`is missing. ${writeLine(key, text, ' under this line')}`, key);
  }
  for (const [key, text] of Object.entries(texts)) {
    const advice = adviceOn(key, text, texts);
    if (advice) tell(advice, key, lines.get(key), true);
  }

  const isPage = file === PAGE;
  if (!isPage && body)
    tell('is a text that no page shows. Put it behind a key.', undefined, bodyLine);
  if (isPage && !/^## Texts$/m.test(body)) tell('has no heading: ## Texts', undefined, bodyLine);
  for (const [index, row] of body.split('\n').entries()) {
    for (const { sentence, right } of textProblems(row)) {
      tell(right ? `${sentence} Write: ${right}` : sentence, undefined, bodyLine + index);
    }
  }
  return { words, body, mistakes };
}

/** All that is wrong in src/content. */
export async function checkWords(schemas: Record<string, z.ZodObject>): Promise<Mistake[]> {
  const read = Object.entries(schemas).map(([name, schema]) => readWords(name, schema));
  const files = await Promise.all(read);
  return files.flatMap(({ mistakes }) => mistakes.toSorted((a, b) => a.line - b.line));
}

/** Such as `src/content/landing.md, line 9, hint: is empty. Write a text.` */
export const tellMistake = ({ file, line, key, sentence }: Mistake) =>
  `${[file, `line ${line}`, ...(key ? [key] : [])].join(', ')}: ${sentence}`;

/** The schema of each text: `hint`, `hero.alt`. */
function leavesOf(schema: z.ZodObject, block = ''): Map<string, z.ZodType> {
  const leaves = Object.entries(schema.shape).flatMap(([key, value]): [string, z.ZodType][] =>
    value instanceof z.ZodObject
      ? [...leavesOf(value, `${key}.`)]
      : [[block + key, value as z.ZodType]],
  );
  return new Map(leaves);
}

/** `{ 'hero.alt': text }` as `{ hero: { alt: text } }`. */
function nest(texts: Record<string, string>, schemas: Map<string, unknown>) {
  const nested: Record<string, unknown> = {};
  for (const key of schemas.keys()) {
    const [block = '', name] = key.split('.');
    nested[block] = name ? { ...Object(nested[block]), [name]: texts[key] } : texts[key];
  }
  return nested;
}

/** A text that a schema takes, found by its own advice. */
async function exampleOf(schema: z.ZodType = z.string()): Promise<string> {
  let text = 'its text';
  for (let tries = 0; tries < 5; tries += 1) {
    const [issue] = (await schema.safeParseAsync(text)).error?.issues ?? [];
    if (issue?.code === 'custom') text = issue.params?.right ?? text;
  }
  return text;
}

/** What may be meant so. */
function adviceOn(key: string, text: string, { product = '', lab = '' }: Record<string, string>) {
  const [, quoted] = /^[“„]([^“”„]+)[“”]$/.exec(text) ?? [];
  if (quoted && key !== QUOTATION) {
    return `shows its curly quotes to visitors. To do without: ${writeLine(key, quoted)}`;
  }
  const letters = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const isNamed = [product, lab].some((name) => letters(text).includes(letters(name)));
  if (key !== 'contact' || isNamed) return undefined;
  return `names neither ${product} nor ${lab}. Is it still the right address?`;
}
