/** A TypeScript module, bundled and minified, to inline in a page: tools/astro/inline-scripts.ts. */
declare module '*?inline-script' {
  const code: string;
  export default code;
}

/** The .yml files of src/content, which the waitlist shows after a tap: tools/astro/labels.ts. */
declare module 'virtual:labels' {
  type Texts<Name extends import('astro:content').CollectionKey> =
    import('astro:content').CollectionEntry<Name>['data'];
  export const labels: {
    form: Texts<'form'>;
    confirmation: Texts<'confirmation'>;
    member: Texts<'member'>;
    /** Undefined if the site has no share picture. */
    share?: Texts<'share'>;
  };
  export const consent: import('./site/consent.ts').Consent;
}
