import { describe, expect, test } from 'vitest';
import { contentPolicy } from '../../netlify/http/content-policy.ts';

const directive = (policy: string, name: string) =>
  policy.split('; ').find((part) => part.split(' ')[0] === name);

// As browsers print it for `alert('Hello, world.');`, the example of MDN's page on script-src.
const HELLO = "alert('Hello, world.');";
const HELLO_HASH = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='";
const LINE_HASH = "'sha256-AbpHGcgLb+kRsJGnwFEktk7uzpZOCcBY74+YBdrKVGs='";
const EMPTY_HASH = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

describe('the policy of a page', () => {
  test('without styles and scripts allows neither, and no request', () => {
    const policy = contentPolicy(['<h1>Hi</h1>']);
    for (const name of ['script-src', 'style-src', 'connect-src']) {
      expect(directive(policy, name)).toBeUndefined();
    }
    expect(directive(policy, 'default-src')).toBe("default-src 'none'");
    expect(directive(policy, 'form-action')).toBe("form-action 'self'");
    expect(directive(policy, 'base-uri')).toBe("base-uri 'none'");
    expect(directive(policy, 'frame-ancestors')).toBe("frame-ancestors 'none'");
  });

  test('names the scripts that stand in it by their hash', () => {
    const policy = contentPolicy([`<script type="module">${HELLO}</script><script>\n</script>`]);
    expect(directive(policy, 'script-src')).toBe(`script-src 'self' ${HELLO_HASH} ${LINE_HASH}`);
    expect(directive(policy, 'connect-src')).toBe("connect-src 'self'");
    expect(directive(policy, 'style-src')).toBeUndefined();
  });

  test('names its styles, and allows no others', () => {
    const policy = contentPolicy([`<style>${HELLO}</style><style media="print"></style>`]);
    expect(directive(policy, 'style-src')).toBe(`style-src ${HELLO_HASH} ${EMPTY_HASH}`);
    expect(directive(policy, 'script-src')).toBeUndefined();
  });

  test('names what stands in several pages once, and no script that is a file', () => {
    const page = `<style>a{}</style><script>${HELLO}</script>`;
    const file = '<script type="module" src="/a.js"></script>';
    expect(contentPolicy([page, page, file])).toBe(contentPolicy([page]));
  });

  test('never allows whatever is inline, or another site', () => {
    const policy = contentPolicy([`<style>a{}</style><script>${HELLO}</script>`]);
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
  });
});
