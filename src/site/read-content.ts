import { type CollectionEntry, type CollectionKey, getEntry } from 'astro:content';

type Texts<Name extends CollectionKey> = CollectionEntry<Name>['data'];

/** The texts of a file in src/content; undefined only for a missing share.yml. Throws if the file has problems. */
export async function readContent<Name extends CollectionKey>(name: Name, id: string = name) {
  const entry = await getEntry(name, id);
  const { problems } = Object(entry?.data);
  if (problems) throw new Error(problems);
  return entry?.data as Texts<Name> | (Name extends 'share' ? undefined : never);
}
