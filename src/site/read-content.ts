import { type CollectionKey, getEntry } from 'astro:content';

/** Reads a file in src/content. Throws if it doesn't exist or has problems. */
export async function readContent<Name extends CollectionKey>(name: Name, id: string = name) {
  const entry = await getEntry(name, id);
  const { problems } = Object(entry?.data);
  if (problems) throw new Error(problems);
  if (!entry) throw new Error(`src/content has no ${id}`);
  return entry;
}
