import type { APIRoute } from 'astro';
import { consentJson } from '../../site/consent.ts';
import { readContent } from '../../site/read-content.ts';

export const GET: APIRoute = async () => {
  const form = await readContent('form');
  return new Response(consentJson(form.consent));
};
