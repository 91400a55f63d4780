import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readFontFiles } from '../../pictures/typeface.ts';
import type { MarkdownLoader } from '../markdown-loader.ts';
import { bracesProblem, namesOf } from '../names.ts';
import { keyPaths } from './key-paths.ts';
import type { Mistake } from './mistake.ts';
import { pictureProblem } from './picture.ts';
import { type Markdown, readMarkdown } from './read-markdown.ts';
import { schemaMistakes } from './schema.ts';
import { smsMistakes } from './sms.ts';
import { writeText } from './written-text.ts';

const CONTENT = 'src/content';

/** Its text is under its keys. */
const PRIVACY = `${CONTENT}/privacy.md`;

/**
 * All that is wrong in src/content of the project in the folder `root`, by file and line. `collections`
 * are those of src/content.config.ts; `origin` is where the site will live.
 */
export async function findMistakes(
  root: string,
  collections: Record<string, object>,
  origin: string,
): Promise<Mistake[]> {
  const mistakes: Mistake[] = [];
  const files: Record<string, Markdown> = {};
  for (const [name, collection] of Object.entries(collections)) {
    const { name: file, schema } = (collection as { loader: MarkdownLoader }).loader;
    if (!existsSync(join(root, file))) {
      mistakes.push({ file, sentence: 'is missing. Put the file back.' });
      continue;
    }
    const markdown = readMarkdown(root, file, [...keyPaths(schema).keys()]);
    files[name] = markdown;
    mistakes.push(...markdown.mistakes);
    if (!markdown.isRead) continue;
    mistakes.push(...schemaMistakes(schema, markdown), ...bodyMistakes(markdown));
  }

  const { site, landing, signup } = files;
  if (landing) mistakes.push(...(await pictureMistakes(root, landing)));
  if (site?.isRead) {
    const names = namesOf(site.data);
    mistakes.push(...titleMistakes(site, names.product));
    // What follows from a name is told once the name is right.
    if (signup && !mistakes.some(({ file }) => file === site.file)) {
      mistakes.push(...smsMistakes(signup, names, origin));
    }
  }
  return mistakes.toSorted(byPlace);
}

function bodyMistakes({ file, body, bodyLine }: Markdown): Mistake[] {
  const tell = (sentence: string, line = bodyLine) => [{ file, line, sentence }];
  if (file === PRIVACY && !body) return tell('has no text under its three hyphens.');
  if (file !== PRIVACY && body) {
    return tell('is a text that no page shows. Write it behind a key, or take it away.');
  }
  return body.split('\n').flatMap((row, index) => {
    const problem = bracesProblem(row);
    return problem ? tell(problem, bodyLine + index) : [];
  });
}

/** The title is set in a face of its own, in which letters may be missing. */
function titleMistakes({ file, lines }: Markdown, product: string): Mistake[] {
  const fonts = readFontFiles('playfair-display', '900-italic').map(({ font }) => font);
  const isMissing = (letter: string) =>
    letter !== ' ' && !fonts.some((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  const missing = [...product].filter(isMissing);
  if (!missing.length) return [];
  const without = missing.reduce((name, letter) => name.replace(letter, ''), product).trim();
  const advice = without ? `Write: product: ${writeText(without)}` : 'Write it in Latin letters.';
  const sentence = `the typeface of the title has no ${missing.join(' ')}. ${advice}`;
  return [{ file, line: lines.get('product'), key: 'product', sentence }];
}

async function pictureMistakes(root: string, { file, data, lines }: Markdown): Promise<Mistake[]> {
  const key = 'hero.picture';
  const path = Object(data.hero).picture;
  if (typeof path !== 'string') return [];
  const right = `../assets/${basename(path) || 'hero.png'}`;
  const sentence =
    path === right
      ? await pictureProblem(root, join(CONTENT, path))
      : `has to be a file in src/assets. Write:   picture: ${right}`;
  return sentence ? [{ file, line: lines.get(key), key, sentence }] : [];
}

const byPlace = (a: Mistake, b: Mistake) =>
  a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0);
