import { readFileSync } from 'node:fs';

/** The product's name in src/content/site.md, for those who draw before there is any content. */
export function readProductName(): string {
  const [, name] =
    readFileSync('src/content/site.md', 'utf8').match(/^product: *["']?(.+?)["']? *$/m) ?? [];
  if (name) return name;
  throw new Error('src/content/site.md: product: is missing');
}
