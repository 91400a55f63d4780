/** A request that was sent, until a response or `giveUp`. */
export interface SentRequest {
  response: Promise<Response>;
  giveUp: () => void;
  /** In milliseconds since 1970. */
  sentAt: number;
}

/** Posts to a function. Nobody has to await the response. */
export function send(path: string, body: object, headers?: Record<string, string>): SentRequest {
  const controller = new AbortController();
  const response = fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: controller.signal,
  });
  response.catch(() => {});
  return { response, giveUp: () => controller.abort(), sentAt: Date.now() };
}
