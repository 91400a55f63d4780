import { type CollectionKey, getEntry } from 'astro:content';

/** Reads a file in src/content; undefined if it doesn't exist. Throws if it has problems. */
export async function findContent<Name extends CollectionKey>(name: Name, id: string = name) {
  const entry = await getEntry(name, id);
  const { problems } = Object(entry?.data);
  if (problems) throw new Error(problems);
  return entry;
}

/** The same, but also throws if the file doesn't exist. */
export async function readContent<Name extends CollectionKey>(name: Name, id: string = name) {
  const entry = await findContent(name, id);
  if (!entry) throw new Error(`src/content has no ${id}`);
  return entry;
}
