import { expect, test } from 'vitest';
import { contentPolicy } from '../../netlify/http/content-policy.ts';

// The example on MDN's page about script-src.
const HELLO = "alert('Hello, world.');";
const HELLO_HASH = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='";
const LINE_HASH = "'sha256-AbpHGcgLb+kRsJGnwFEktk7uzpZOCcBY74+YBdrKVGs='";

test('a page without external scripts can only run inline ones, and cannot send requests', () => {
  expect(contentPolicy(['<h1>Hi</h1>'])).toContain(
    "; script-src 'none'; connect-src 'none'; style-src 'none'; ",
  );
  const inline = contentPolicy([`<script type="module">${HELLO}</script>`]);
  expect(inline).toContain(`; script-src ${HELLO_HASH}; connect-src 'none'; `);
  const island = contentPolicy(['<astro-island></astro-island>']);
  expect(island).toContain("; script-src 'self'; connect-src 'self'; ");
});

test('the policy allows the inline scripts and styles of all pages, each hashed once', () => {
  const first = `<script type="module">${HELLO}</script><style>${HELLO}</style>`;
  const second = `<script>${HELLO}</script><script>\n</script><script src="/a.js"></script>`;
  const third = '<style media="print">\n</style>';
  expect(contentPolicy([first, second, third])).toBe(
    `default-src 'none'; script-src 'self' ${HELLO_HASH} ${LINE_HASH}; connect-src 'self'; ` +
      `style-src ${HELLO_HASH} ${LINE_HASH}; img-src 'self'; font-src 'self'; ` +
      "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
});
