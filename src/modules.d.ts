/** A TypeScript module, bundled and minified, to inline in a page: tools/astro/inline-scripts.ts. */
declare module '*?inline-script' {
  const code: string;
  export default code;
}

/** The texts of src/content that the waitlist shows after a tap: tools/astro/labels.ts. */
declare module 'virtual:labels' {
  export const labels: import('./waitlist/shared/labels.ts').WaitlistLabels;
  export const consent: import('./waitlist/shared/labels.ts').Consent;
}
