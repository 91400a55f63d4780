import { form } from 'virtual:content';
import type { APIRoute } from 'astro';
import { consentJson } from '../../site/consent.ts';

export const GET: APIRoute = () => new Response(consentJson(form.consent));
