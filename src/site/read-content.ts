import { type CollectionEntry, type CollectionKey, getEntry } from 'astro:content';

/** Throws the mistakes of src/content/`name`.md, and of site.md. */
export async function readContent<Name extends CollectionKey>(
  name: Name,
): Promise<CollectionEntry<Name>> {
  const site = await getEntry('site', 'site');
  const entry = await getEntry(name, name);
  const told = Object(site?.data).told ?? Object(entry?.data).told;
  if (told || !entry) throw new Error(told ?? `src/content/${name}.md was not loaded`);
  return entry as CollectionEntry<Name>;
}
