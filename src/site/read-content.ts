import { type CollectionEntry, type CollectionKey, getEntry } from 'astro:content';

/** Throws the problems of the file src/content/`name`, and of site.yml. */
export async function readContent<Name extends CollectionKey>(
  name: Name,
): Promise<CollectionEntry<Name>> {
  const site = await getEntry('site', 'site');
  const entry = await getEntry(name, name);
  const problems = Object(site?.data).problems ?? Object(entry?.data).problems;
  if (problems || !entry) throw new Error(problems ?? `src/content/${name} was not loaded`);
  return entry as CollectionEntry<Name>;
}
