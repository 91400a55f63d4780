/** A TypeScript module, bundled and minified, as text to stand in a page: dev/inline-scripts.ts. */
declare module '*?inline-script' {
  const code: string;
  export default code;
}
