import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSiteUrl } from './site-url.ts';

const ENV_FILE = fileURLToPath(new URL('../.env', import.meta.url));

/** The site's origin by environment and .env; a mistake there ends the command in one sentence. */
export function siteOrigin(): string {
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE); // What is set already stays.
  try {
    return readSiteUrl(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
