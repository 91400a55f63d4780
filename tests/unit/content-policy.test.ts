import { expect, test } from 'vitest';
import { contentPolicy } from '../../netlify/http/content-policy.ts';

// As browsers print it for this script, the example of MDN's page on script-src.
const HELLO = "alert('Hello, world.');";
const HELLO_HASH = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='";
const LINE_HASH = "'sha256-AbpHGcgLb+kRsJGnwFEktk7uzpZOCcBY74+YBdrKVGs='";
const EMPTY_HASH = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
const SELF = ["img-src 'self'", "font-src 'self'", "manifest-src 'self'", "form-action 'self'"];
const NONE = ["base-uri 'none'", "frame-ancestors 'none'"];

test.each([
  ['without styles and scripts allows neither, and no request', ['<h1>Hi</h1>'], []],
  [
    'names inline scripts by their hash',
    [`<script type="module">${HELLO}</script><script>\n</script>`],
    [`script-src 'self' ${HELLO_HASH} ${LINE_HASH}`, "connect-src 'self'"],
  ],
  [
    'names inline styles by their hash',
    [`<style>${HELLO}</style><style media="print"></style>`],
    [`style-src ${HELLO_HASH} ${EMPTY_HASH}`],
  ],
  [
    'names what is in several pages once, and no script that is a file',
    [`<script>${HELLO}</script>`, `<script>${HELLO}</script><script src="/a.js"></script>`],
    [`script-src 'self' ${HELLO_HASH}`, "connect-src 'self'"],
  ],
])('the policy of pages %s', (_, pages, allowed) => {
  const policy = ["default-src 'none'", ...allowed, ...SELF, ...NONE].join('; ');
  expect(contentPolicy(pages)).toBe(policy);
});
