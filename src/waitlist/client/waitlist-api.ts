import {
  IDEMPOTENCY_HEADER,
  LEAVE_PATH,
  SIGNUP_PATH,
  type SignupRequest,
  STATUS_PATH,
} from '../shared/contract.ts';
import type { WaitlistLabels } from '../shared/labels.ts';
import { type ErrorCode, MESSAGES, messageFor } from '../shared/messages.ts';
import { parseRef } from '../shared/referral.ts';
import type { StatusKey } from '../shared/status-link.ts';

/** How long a visitor waits for an answer. Every request may be sent again. */
const ANSWER_DEADLINE_MS = 15_000;

export interface MemberStatus {
  /** None once the member was admitted. */
  position: number | undefined;
  referralCount: number;
}

export interface NewMember extends MemberStatus {
  referralCode: string;
  /** Another server may answer without one. */
  statusToken: string | undefined;
}

export type ApiResult<Success> =
  | ({ ok: true } & Success)
  /** `code` is that of our own refusal; `advice` follows an error's own message. */
  | { ok: false; message: string; code?: ErrorCode; advice?: string };

type Labels = WaitlistLabels['member'];

/** Any field may be missing, and of any type. */
type Answer = Record<string, unknown>;

interface ApiRequest<Success> {
  path: string;
  body: object;
  labels: Labels;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Reads a success; undefined if it lacks something. */
  read: (answer: Answer) => Success | undefined;
  /** The message if there's no answer, or one that isn't ours. */
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
  return post({ ...request, read: readNewMember, fallback, showsCause: true });
}

export function requestStatus(body: StatusKey, labels: Labels, signal: AbortSignal) {
  const request = { path: STATUS_PATH, body, labels, signal, fallback: labels.noStatus };
  return post({ ...request, read: readStatus });
}

export const leaveWaitlist = (body: StatusKey, labels: Labels) =>
  post({ path: LEAVE_PATH, body, labels, read: () => ({}), fallback: labels.noStatus });

function readStatus({ position, admitted, referralCount }: Answer): MemberStatus | undefined {
  const isPosition = typeof position === 'number' && position > 0;
  if (!isPosition && admitted !== true) return undefined;
  return { position: isPosition ? position : undefined, referralCount: Number(referralCount ?? 0) };
}

export function readNewMember(answer: Answer): NewMember | undefined {
  const { referralCode, statusToken } = answer;
  const status = readStatus(answer);
  if (!status || typeof referralCode !== 'string' || !parseRef(referralCode)) return undefined;
  const token = typeof statusToken === 'string' ? statusToken : undefined;
  return { referralCode, statusToken: token, ...status };
}

/**
 * Reads an answer of `httpStatus` with this body, which may be another program's, such as a proxy's page.
 * A failure's message is what visitors read.
 */
export function readAnswer<Success>(
  httpStatus: number,
  body: string,
  read: (answer: Answer) => Success | undefined,
  fallback: string,
): ApiResult<Success> {
  const { success, error, code, ...answer } = parseJson(body);
  const value = success === true ? read(answer) : undefined;
  if (value) return { ok: true, ...value };
  if (typeof error === 'string' && error) {
    return { ok: false, message: messageFor(error), code: code as ErrorCode };
  }
  return { ok: false, message: httpStatus === 429 ? MESSAGES.limited : fallback };
}

function parseJson(text: string): Answer {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** Posts to a function; undefined once `signal` was aborted. */
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
    return readAnswer(response.status, await response.text(), read, fallback);
  } catch (error) {
    if (signal?.aborted) return undefined;
    if (giveUp.signal.aborted) return { ok: false, message: labels.tooSlow };
    const message = (showsCause && error instanceof Error && error.message) || fallback;
    return { ok: false, message, advice: labels.nothingLost };
  } finally {
    clearTimeout(timer);
  }
}
