import {
  IDEMPOTENCY_HEADER,
  LEAVE_PATH,
  SIGNUP_PATH,
  type SignupRequest,
  STATUS_PATH,
} from '../shared/contract.ts';
import type { WaitlistLabels } from '../shared/labels.ts';
import { type ErrorCode, MESSAGES, messageFor } from '../shared/messages.ts';
import type { StatusKey } from '../shared/status-link.ts';

/** How long a visitor waits for an answer. Every request may be sent again. */
const ANSWER_DEADLINE_MS = 15_000;

export interface MemberStatus {
  /** None once the member was admitted. */
  position: number | undefined;
  /** The position that was seen before, once it has changed. */
  before?: number | undefined;
  referralCount: number;
}

type NewMember = StatusKey & MemberStatus;

export type ApiResult<Success> =
  | ({ ok: true } & Success)
  /** `code` is that of our own refusal; `advice` follows an error's own message. */
  | { ok: false; message: string; code?: ErrorCode; advice?: string };

type Labels = WaitlistLabels['member'];

/** What came in place of a success: as another program may answer, any field may be missing. */
type Unchecked<Success> = Partial<Success & { admitted: boolean }>;

interface ApiRequest<Success> {
  path: string;
  body: object;
  labels: Labels;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Undefined where another program answered. */
  read: (answer: object) => Success | undefined;
  /** The message where another program answered, or none did. */
  fallback: string;
  /** Whether an error of fetch is shown by its own message, such as "Failed to fetch". */
  showsCause?: boolean;
}

/** A repeated request with the same key is answered with the same member. */
export function joinWaitlist(
  body: SignupRequest,
  idempotencyKey: string,
  labels: Labels,
  signal: AbortSignal,
) {
  const headers = { [IDEMPOTENCY_HEADER]: idempotencyKey };
  const fallback = MESSAGES.noAnswer;
  const request = { path: SIGNUP_PATH, body, labels, headers, signal };
  return post({ ...request, read: toNewMember, fallback, showsCause: true });
}

export function requestStatus(body: StatusKey, labels: Labels, signal: AbortSignal) {
  const request = { path: STATUS_PATH, body, labels, signal, fallback: labels.noStatus };
  return post({ ...request, read: toMemberStatus });
}

export const leaveWaitlist = (body: StatusKey, labels: Labels) =>
  post({ path: LEAVE_PATH, body, labels, read: () => ({}), fallback: labels.noStatus });

function toMemberStatus(answer: Unchecked<MemberStatus>): MemberStatus | undefined {
  const { position, admitted, referralCount = 0 } = answer;
  return position || admitted ? { position, referralCount } : undefined;
}

function toNewMember(answer: Unchecked<NewMember>): NewMember | undefined {
  const { referralCode, statusToken } = answer;
  const status = toMemberStatus(answer);
  if (!status || !referralCode || !statusToken) return undefined;
  return { referralCode, statusToken, ...status };
}

/** Posts to a function; undefined where `signal` was aborted. */
async function post<Success>(
  request: ApiRequest<Success>,
): Promise<ApiResult<Success> | undefined> {
  const { path, body, labels, headers, signal, read, fallback, showsCause } = request;
  const giveUp = new AbortController();
  const stop = () => giveUp.abort();
  signal?.addEventListener('abort', stop);
  const timer = setTimeout(stop, ANSWER_DEADLINE_MS);
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: giveUp.signal,
    });
    const answer = (await response.json()) ?? {};
    const success = answer.success === true && read(answer);
    if (success) return { ok: true, ...success };
    const { code, error } = answer;
    if (typeof error !== 'string' || !error) return { ok: false, message: fallback };
    return { ok: false, message: messageFor(error), code };
  } catch (error) {
    if (signal?.aborted) return undefined;
    if (giveUp.signal.aborted) return { ok: false, message: labels.tooSlow };
    // Another program answered, such as a proxy with an HTML page.
    if (error instanceof SyntaxError) return { ok: false, message: fallback };
    const message = (showsCause && error instanceof Error && error.message) || fallback;
    return { ok: false, message, advice: labels.nothingLost };
  } finally {
    clearTimeout(timer);
  }
}
