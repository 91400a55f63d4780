import fc from 'fast-check';

/** Text as people and programs send it: any script, half characters, marks, tags, code. */
export const evilText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  // With lone surrogates, which no UTF-8 can hold and JSON's escapes can.
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    '<script>alert(1)</script>',
    `"><img src=x onerror=alert(1)>'`,
    '{{phone}} {{link}} %7B%7Blink%7D%7D &amp; $& $1 $`',
    "'; DROP TABLE members; --",
    '{waitlist}:queue',
    '\r\nSET pwned 1\r\n',
    '*3\r\n$3\r\nSET\r\n',
    '__proto__',
    'constructor',
    '#{7*7}',
    '../../etc/passwd',
    '\u0000',
    '\u202eevil',
    '\ufeff Ana \u00a0',
    '👩🏽‍🚀🥀',
    'ﷺ',
    'x'.repeat(51),
    '9'.repeat(400),
  ),
);

/** With something to see in it, and without control characters, which are not kept. */
export const goodName = fc
  .oneof(
    evilText,
    fc.constantFrom('Ana', 'Zoë', '李小龍', 'عائشة', 'Привет', "O'Neil", '<b>Bo</b>', '🥀'),
  )
  .filter((name) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(name) && !/\p{Cc}/u.test(name))
  .filter((name) => name.trim().length <= 50);

export const code = fc.oneof(
  evilText,
  fc.stringMatching(/^[0-9A-F]{7}[0-9A-Za-z]{8}$/),
  fc.constant('FFFFFFFghost123'),
);
