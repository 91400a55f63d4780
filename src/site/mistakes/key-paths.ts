import { z } from 'astro/zod';

/** The keys of a schema by their paths, `hero.alt` and `boxes.#.label`, and how each is described. */
export function keyPaths(schema: unknown, start = ''): Map<string, string | undefined> {
  if (schema instanceof z.ZodArray) return keyPaths(schema.element, `${start}#.`);
  if (!(schema instanceof z.ZodObject)) return new Map();
  const paths = new Map<string, string | undefined>();
  for (const [key, value] of Object.entries(schema.shape)) {
    paths.set(start + key, value.description);
    for (const [path, description] of keyPaths(value, `${start}${key}.`))
      paths.set(path, description);
  }
  return paths;
}
