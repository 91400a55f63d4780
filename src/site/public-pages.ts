/** The pages that are there to be found and shared: the others have no `pictureAlt` in their layout. */
export const publicPages = ['/', '/about'] as const;

export type PublicPage = (typeof publicPages)[number];

/** What the picture of a page is called: `/og/index.jpg`, `/og/about.jpg`. */
export const pictureName = (path: string) => path.slice(1) || 'index';

/** What Messages, WhatsApp and the others show uncropped: 1.91 to 1. */
export const PICTURE = { width: 1200, height: 630 } as const;
