import { hash } from 'node:crypto';

function inlineHashes(html: string, tag: 'style' | 'script'): string[] {
  const inline = new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g');
  const sources = [...html.matchAll(inline)].map(([, source = '']) => source);
  return sources.map((source) => `'sha256-${hash('sha256', source, 'base64')}'`);
}

const list = (sources: string[]) => [...new Set(sources)].join(' ') || "'none'";

/**
 * Allows inline scripts and styles by hash, our pictures and fonts, and, if a page loads any, our scripts, with what
 * they draw and request. Functions send it (response.ts, response-page.ts), and the host with files
 * (tools/astro/netlify.ts).
 */
export function contentPolicy(pages: string[]): string {
  const html = pages.join('\n');
  // Astro's islands load scripts, too.
  const own = /<script[^>]*\ssrc=|<astro-island/.test(html) ? ["'self'"] : [];
  return [
    "default-src 'none'",
    `script-src ${list([...own, ...inlineHashes(html, 'script')])}`,
    `connect-src ${list(own)}`,
    `style-src ${list(inlineHashes(html, 'style'))}`,
    `img-src 'self'${own.length > 0 ? ' blob:' : ''}`,
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
