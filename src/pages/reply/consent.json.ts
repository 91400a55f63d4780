import type { APIRoute } from 'astro';
import { consentJson } from '../../site/consent.ts';
import { readContent } from '../../site/read-content.ts';

export const GET: APIRoute = async () => {
  const { data: words } = await readContent('signup');
  return new Response(consentJson(words.consent));
};
