import { readSiteUrl } from '../src/waitlist/shared/site-url.ts';
import { BadInput } from './ending.ts';

/** The site's origin, to which the links in files lead. Throws BadInput where SITE_URL is none. */
export function siteOrigin(): string {
  try {
    return readSiteUrl(process.env);
  } catch (error) {
    throw new BadInput((error as Error).message);
  }
}

/** Says so where the links of a file lead to this machine. */
export function warnOfLocalLinks(origin: string): void {
  if (URL.parse(origin)?.hostname !== 'localhost') return;
  console.error(`The links in it lead to ${origin}: SITE_URL in .env says where the site is.`);
}
