import { readdirSync, readFileSync } from 'node:fs';
import mdn from '@mdn/browser-compat-data' with { type: 'json' };
import type { BrowserName, Identifier } from '@mdn/browser-compat-data';
import { transform } from 'esbuild';
import postcss from 'postcss';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const BROWSERS = packageJson.browserslist.map((range) => {
  const [browser, version] = range.replace('ios_saf', 'safari_ios').split(' >= ');
  return { browser: browser as BrowserName, version: Number(version) };
});

type Part = 'at-rules' | 'properties' | 'selectors' | 'types';
const styles = mdn.css as Record<Part, Record<string, Identifier>>;

/** What some of them lack, and why nothing is lost. */
const HARMLESS: Record<string, string> = {
  cursor: 'a phone has none',
  outline: 'has square corners below iOS 16.4',
  'text-wrap': 'evens out lines',
  'scrollbar-gutter': 'keeps the width of a page that begins to scroll',
  start: 'since iOS 15.6 in flexbox (write flex-start there), since 10.3 in a grid',
};

/** Names the words that a supported browser does not know in any meaning MDN has of them. */
function inStyles(css: string): string[] {
  const found: string[] = [];
  const check = (word: string, where: string, meanings: (Identifier | undefined)[]) => {
    const known = meanings.flatMap((meaning) => meaning?.__compat?.support ?? []);
    for (const { browser, version } of HARMLESS[word] || known.length === 0 ? [] : BROWSERS) {
      const releases = known
        .flatMap((support) => support[browser] ?? [])
        .filter((since) => !(since.prefix || since.flags || since.partial_implementation))
        .map((since) => Number.parseFloat(`${since.version_added}`.replace('≤', '')));
      if (releases.some((release) => release <= version)) continue;
      found.push(`${browser} ${version} does not know ${word}: ${where}`);
    }
  };
  const root = postcss.parse(css);
  // Of these a browser leaves what it does not know.
  root.walkAtRules(/^(supports|font-face)$/, (rule) => void rule.remove());
  root.walkAtRules(({ name, params }) => check(`@${name}`, params, [styles['at-rules'][name]]));
  root.walkRules(({ selector }) => {
    const pseudos = selector.matchAll(/:([a-z-]+)/g);
    for (const [word, name = ''] of pseudos) check(word, selector, [styles.selectors[name]]);
  });
  root.walkDecls(/^(--|[a-z])/, (declaration) => {
    const { prop, value, parent } = declaration;
    if (HARMLESS[prop] || `${parent}`.includes(`-webkit-${prop}:`)) return;
    const { properties, types } = styles;
    const own = Object.keys(properties).filter((name) => `${name}-`.startsWith(`${prop}-`));
    const known = [
      properties,
      types,
      ...Object.values(types),
      ...own.map((name) => properties[name]),
    ];
    // Without names; that of the headline's face ends in a hash, which may hold a word of CSS.
    const names = /"[^"]*"|url\([^)]*\)|#\w+|--[\w-]+|\w+-[0-9a-f]{16}/g;
    const words = `${prop}:${value}`.replace(names, '');
    for (const [word] of words.matchAll(/[a-z][a-z-]*/g)) {
      const name = word.replace(/^[sld]v([hwib]|min|max)$/, 'viewport_percentage_units_small');
      check(
        word,
        `${declaration}`,
        known.map((part) => part?.[name]),
      );
    }
  });
  return found;
}

async function inScript(code: string): Promise<string[]> {
  const target = BROWSERS.map(
    ({ browser, version }) => browser.replace('safari_ios', 'ios') + version,
  );
  // Chrome has had them since 64; esbuild counts from the latest scripts of Unicode.
  const supported = { 'regexp-unicode-property-escapes': true };
  const rewritten = (await transform(code, { target, supported })).code.split('\n');
  const lines = (await transform(code)).code.split('\n');
  // The build hides a lookbehind in a call of RegExp.
  const line = lines.find((text, i) => text !== rewritten[i] || /\(\?<[=!]/.test(text));
  return line ? [`${target} does not know the syntax of ${line.trim()}`] : [];
}

test('the pages and scripts ask for nothing that the oldest browsers lack', async () => {
  const folders = ['dist', 'dist/_astro', 'netlify/http/generated'];
  const files = folders.flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`));
  for (const file of files.filter((name) => /\.(html|js)$/.test(name))) {
    const text = readFileSync(file, 'utf8');
    const page = file.endsWith('.js') ? `<script>${text}</script>` : text;
    for (const [, tag, code = ''] of page.matchAll(/<(style|script)[^>]*>(.*?)<\/\1>/gs)) {
      expect(tag === 'style' ? inStyles(code) : await inScript(code), file).toEqual([]);
    }
  }
});

test('what they lack is told', async () => {
  expect(inStyles('h1 { background: linear-gradient(red, var(--gold)) text }')).toHaveLength(1);
  expect(inStyles('a { border: 1px solid color-mix(in srgb, var(--ink), red) }')).toHaveLength(2);
  expect(await inScript('class A { static { start() } }')).toHaveLength(1);
  expect(await inScript('RegExp("(?<=a)b")')).toHaveLength(1);
});
