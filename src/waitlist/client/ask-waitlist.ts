import {
  type ErrorCode,
  IDEMPOTENCY_HEADER,
  SIGNUP_PATH,
  type SignupRequest,
} from '../shared/contract.ts';
import type { WaitlistLabels } from '../shared/labels.ts';
import { MESSAGES, shownError } from '../shared/messages.ts';
import { LEAVE_PATH, STATUS_PATH } from '../shared/status.ts';
import type { StatusKey } from '../shared/status-link.ts';

/** How long a visitor waits for an answer. Every request may be sent again. */
const ANSWER_DEADLINE_MS = 15_000;

export interface MemberStatus {
  /** None once the member was admitted. */
  position: number | undefined;
  /** The position that was seen before, once it has changed. */
  before?: number | undefined;
  friendsJoined: number;
}

type Joined = StatusKey & MemberStatus;
type Sent<Type> = Partial<Type & { admitted: boolean }>;

export type Answer<Success> =
  | ({ ok: true } & Success)
  /** `code` is that of our own refusal; `advice` follows an error's own message. */
  | { ok: false; message: string; code?: ErrorCode; advice?: string };

type Labels = Pick<WaitlistLabels['member'], 'noStatus' | 'tooSlow' | 'nothingLost'>;

interface Question<Success> {
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
  return ask({ ...request, read: readJoined, fallback, showsCause: true });
}

export const askStatus = (body: StatusKey, labels: Labels, signal: AbortSignal) =>
  ask({ path: STATUS_PATH, body, labels, signal, read: readStatus, fallback: labels.noStatus });

export const leaveWaitlist = (body: StatusKey, labels: Labels) =>
  ask({ path: LEAVE_PATH, body, labels, read: () => ({}), fallback: labels.noStatus });

function readStatus({
  position,
  admitted,
  friendsJoined = 0,
}: Sent<MemberStatus>): MemberStatus | undefined {
  return position || admitted ? { position, friendsJoined } : undefined;
}

function readJoined({ referralCode, statusToken, ...rest }: Sent<Joined>): Joined | undefined {
  const status = readStatus(rest);
  const isOurs = status && referralCode && statusToken;
  return isOurs ? { referralCode, statusToken, ...status } : undefined;
}

/** Posts to a function; undefined where `signal` was aborted. */
async function ask<Success>(question: Question<Success>): Promise<Answer<Success> | undefined> {
  const { path, body, labels, headers, signal, read, fallback, showsCause } = question;
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
    const answer = Object(await response.json());
    const success = answer.success === true && read(answer);
    if (success) return { ok: true, ...success };
    const { code, error } = answer;
    if (typeof error !== 'string' || !error) return { ok: false, message: fallback };
    return { ok: false, message: shownError({ code, error }), code };
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
