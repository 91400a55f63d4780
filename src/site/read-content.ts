import { type CollectionEntry, type CollectionKey, getEntry } from 'astro:content';
import { fill } from '../waitlist/shared/fill.ts';
import { namesOf } from './names.ts';

/** The words of src/content/`name`.md with the names filled in. Throws the sentences of their mistakes. */
export async function readContent<Name extends CollectionKey>(
  name: Name,
): Promise<CollectionEntry<Name>> {
  const site = await getEntry('site', 'site');
  const entry = await getEntry(name, name);
  const told = Object(site?.data).told ?? Object(entry?.data).told;
  if (told || !site || !entry) throw new Error(told ?? `src/content/${name}.md was not loaded`);
  return fillAll(entry, namesOf(site.data)) as CollectionEntry<Name>;
}

function fillAll(value: unknown, names: Record<string, string>): unknown {
  if (typeof value === 'string') return fill(value, names);
  // A picture's metadata holds no words.
  if (typeof value !== 'object' || value === null || 'src' in value) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillAll(item, names)]),
  );
}
