/** A TypeScript module, bundled and minified, to inline in a page: tools/astro/inline-scripts.ts. */
declare module '*?inline-script' {
  const code: string;
  export default code;
}
