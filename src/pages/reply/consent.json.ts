import type { APIRoute } from 'astro';
import { readConsent } from '../../site/consent.ts';

/** The text beside the box and its version for the function that stores them; null without a box. */
export const GET: APIRoute = () => Response.json(readConsent() ?? null);
