/**
 * Sent with every answer of a function, since Netlify adds the rules of netlify.toml to files only.
 * A test holds the two together.
 */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  // Our own form needs its Referer, which holds the inviter's code; no other site gets it.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy':
    'browsing-topics=(), camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=63072000',
} as const;
