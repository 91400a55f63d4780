import { consentJson } from 'virtual:content';
import type { APIRoute } from 'astro';

export const GET: APIRoute = () => new Response(consentJson);
