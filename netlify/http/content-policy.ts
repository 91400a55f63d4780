import { createHash } from 'node:crypto';

const sources = (html: string, tag: 'style' | 'script') => {
  const inline = new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g');
  return [...html.matchAll(inline)].map(
    ([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`,
  );
};

/** A Content-Security-Policy that allows the inline styles and scripts of some pages by hash, and our own files. */
export function contentPolicy(pages: string[]): string {
  const html = pages.join('\n');
  const styles = new Set(sources(html, 'style'));
  const scripts = new Set(sources(html, 'script'));
  return [
    "default-src 'none'",
    ...(scripts.size ? [`script-src 'self' ${[...scripts].join(' ')}`, "connect-src 'self'"] : []),
    ...(styles.size ? [`style-src ${[...styles].join(' ')}`] : []),
    "img-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
