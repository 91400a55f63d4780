import { type CollectionEntry, type CollectionKey, getEntry } from 'astro:content';
import { fill } from '../waitlist/shared/fill.ts';
import { namesOf } from './names.ts';

/** The one entry of a collection, with {product}, {lab}, {LAB}, {contact} and {spots} filled in. */
export async function readContent<Name extends CollectionKey>(
  name: Name,
  id: string = name,
): Promise<CollectionEntry<Name>> {
  const site = await getEntry('site', 'site');
  const entry = await getEntry(name, id);
  if (!site || !entry) throw new Error(`src/content/${entry ? 'site' : id}.md is missing`);
  return fillAll(entry, namesOf(site.data)) as CollectionEntry<Name>;
}

function fillAll(value: unknown, names: Record<string, string>): unknown {
  if (typeof value === 'string') return fill(value, names);
  if (Array.isArray(value)) return value.map((item) => fillAll(item, names));
  // A picture's metadata holds no words.
  if (typeof value !== 'object' || value === null || 'src' in value) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillAll(item, names)]),
  );
}
