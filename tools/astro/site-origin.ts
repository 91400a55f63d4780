import { loadEnvFile } from '../local/env-file.ts';
import { readSiteUrl } from './site-url.ts';

/** The site's origin by environment and .env; a mistake there ends the command in one sentence. */
export function siteOrigin(): string {
  loadEnvFile();
  try {
    return readSiteUrl(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
