import { type CollectionEntry, type CollectionKey, getEntry } from 'astro:content';

/** Throws the problems of the file src/content/`name`, and of site.yml. Undefined if there is no file. */
export async function findContent<Name extends CollectionKey>(
  name: Name,
  id: string = name,
): Promise<CollectionEntry<Name> | undefined> {
  const site = await getEntry('site', 'site');
  const entry = await getEntry(name, id);
  const problems = Object(site?.data).problems ?? Object(entry?.data).problems;
  if (problems) throw new Error(problems);
  return entry as CollectionEntry<Name> | undefined;
}

export async function readContent<Name extends CollectionKey>(name: Name, id: string = name) {
  const entry = await findContent(name, id);
  if (!entry) throw new Error(`src/content/${id} was not loaded`);
  return entry;
}
