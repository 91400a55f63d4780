/** Not while Astro prerenders the form, and the response pages, where React doesn't run. */
export const IN_BROWSER = !import.meta.env.SSR;

/** Most such devices can't send texts, and pressing and holding a picture doesn't save it. */
export const HAS_MOUSE = IN_BROWSER && matchMedia('(hover: hover) and (pointer: fine)').matches;
