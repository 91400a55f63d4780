/** A TypeScript module, bundled and minified, as text to stand in a page: tools/astro/inline-scripts.ts. */
declare module '*?inline-script' {
  const code: string;
  export default code;
}
