class Timeout extends Error {}

/** http:// requests to these hosts never leave this machine. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** Whether requests to this URL are encrypted, or stay on this machine, and it has no password. */
export function isSafeUrl(url: string): boolean {
  const { protocol, hostname = '', username, password } = URL.parse(url) ?? {};
  if (username || password) return false;
  return protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.includes(hostname));
}

/** Posts JSON and follows no redirect. Throws Timeout after `deadlineMs`, otherwise what fetch throws. */
export async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  { deadlineMs, ignoresBody = false }: { deadlineMs: number; ignoresBody?: boolean },
) {
  // Garbage collection may lose an AbortSignal.timeout: https://github.com/nodejs/undici/issues/3644
  const deadline = new AbortController();
  const late = () => deadline.abort(new Timeout(`no response within ${deadlineMs} ms`));
  const timer = setTimeout(late, deadlineMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: deadline.signal,
    });
    // An ignored body may be huge.
    const text = ignoresBody ? await response.body?.cancel() : await response.text();
    return { ok: response.ok, status: response.status, text: text ?? '' };
  } finally {
    clearTimeout(timer);
  }
}

/** Why a request got no response, for the log: our own sentence, or an error's code, such as ECONNREFUSED. */
export function causeOf(error: unknown): string {
  if (error instanceof Timeout) return error.message;
  const { code, name } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : name;
}
