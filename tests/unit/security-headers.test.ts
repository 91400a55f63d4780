import { resolveConfig } from '@netlify/config';
import { expect, test } from 'vitest';
import { SECURITY_HEADERS } from '../../netlify/http/security-headers.ts';

/** netlify.toml, read by the platform's own reader. */
async function headersOf(path: string): Promise<unknown> {
  const { config } = await resolveConfig({ config: 'netlify.toml', mode: 'cli', offline: true });
  const rules = config.headers as { for: string; values: Record<string, string> }[];
  return Object.assign(
    {},
    ...rules.filter((rule) => rule.for === path).map(({ values }) => values),
  );
}

test('files and functions are sent with the same headers', async () => {
  expect(await headersOf('/*')).toEqual(SECURITY_HEADERS);
});
