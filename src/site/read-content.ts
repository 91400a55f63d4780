import { type CollectionEntry, type CollectionKey, getEntry } from 'astro:content';

/** The texts of a file in src/content; undefined if there is no such file. Throws its problems. */
export async function findContent<Name extends CollectionKey>(
  name: Name,
  id: string = name,
): Promise<CollectionEntry<Name> | undefined> {
  const entry = await getEntry(name, id);
  const { problems } = Object(entry?.data);
  if (problems) throw new Error(problems);
  return entry as CollectionEntry<Name> | undefined;
}

/** Throws if there is no such file. */
export async function readContent<Name extends CollectionKey>(name: Name, id: string = name) {
  const entry = await findContent(name, id);
  if (!entry) throw new Error(`src/content has no ${id}`);
  return entry;
}
