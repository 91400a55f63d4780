/** A TypeScript module, bundled and minified, to inline in a page: tools/astro/inline-scripts.ts. */
declare module '*?inline-script' {
  const code: string;
  export default code;
}

/** The copy: src/content-check/plugin.ts. */
declare module 'virtual:content' {
  const content: import('./content-check/read-content.ts').Content & {
    /** The one that `landing` names. */
    picture: import('astro').ImageMetadata;
    /** SVGs that a script shows, even offline. */
    drawings: Record<'heart' | 'healedHeart', string>;
  };
  export = content;
}
