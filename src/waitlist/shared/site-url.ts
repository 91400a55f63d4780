/** For `npm start` and `npm run preview`. */
const LOCAL_ORIGIN = 'http://localhost:4321';

/**
 * The site's origin: SITE_URL, otherwise Netlify's URL, which names the production site even in previews
 * (https://docs.netlify.com/build/configure-builds/environment-variables/), otherwise `fallback`.
 */
export function readSiteUrl(env: NodeJS.ProcessEnv, fallback = LOCAL_ORIGIN): string {
  // `NAME=` in a copied .env counts as not set.
  const siteUrl = env.SITE_URL?.trim();
  const url = URL.parse(siteUrl || env.URL || '');
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  if (!siteUrl) return fallback;
  throw new Error(
    'SITE_URL must be the URL of the site, such as https://example.com: see .env.example.',
  );
}
