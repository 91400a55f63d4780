/** A TypeScript module, bundled and minified, to inline in a page: tools/astro/inline-scripts.ts. */
declare module '*?inline-script' {
  const code: string;
  export default code;
}

/** The copy: src/content-check/plugin.ts. */
declare module 'virtual:content' {
  type Content = import('./content-check/read-content.ts').Content;
  export const site: Content['site'];
  export const landing: Content['landing'];
  /** The one that `landing` names. */
  export const picture: import('astro').ImageMetadata;
  export const about: Content['about'];
  export const notFound: Content['notFound'];
  export const pages: Content['pages'];
  export const form: Omit<Content['form'], 'consent'>;
  export const consent: Content['consent'];
  export const consentJson: Content['consentJson'];
  export const confirmation: Content['confirmation'];
  export const share: Content['share'];
  export const member: Content['member'];
  /** SVGs that a script shows, even offline. */
  export const drawings: Record<'heart' | 'healedHeart', string>;
}
