import type { ImageMetadata } from 'astro';

/** Astro keeps the file's path on an imported picture, but not in its type. */
export const filePathOf = (picture: ImageMetadata) =>
  (picture as ImageMetadata & { fsPath: string }).fsPath;
