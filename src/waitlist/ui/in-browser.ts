/** Not while Astro prerenders the form, and the response pages, where React doesn't run. */
export const IN_BROWSER = !import.meta.env.SSR;
