import {
  type Field,
  IDEMPOTENCY_HEADER,
  LEAVE_PATH,
  type Position,
  type Result,
  readText,
  SIGNUP_PATH,
  type Signup,
  type SignupRequest,
  STATUS_PATH,
  type StatusSuccess,
} from '../shared/contract.ts';
import { FORM_MESSAGES, NO_ANSWER, SPECIFIED_ERRORS } from '../shared/form-messages.ts';
import { type StatusKey, toStatusKey } from '../shared/links.ts';
import type { ErrorCode } from '../shared/messages.ts';
import { type SentRequest, send } from './send.ts';

/** The member of this phone, who joined just now or earlier. */
export type SignupMember = NonNullable<ReturnType<typeof readSignupMember>>;

export interface RequestFailure<Success = never> {
  /** May be anything else if another program responded. */
  code?: ErrorCode | 'timeout' | 'connection' | undefined;
  /** What visitors read. After a connection error it's the browser's own, such as "Failed to fetch". */
  message: string;
  /** The wrong fields, if it's about any. */
  fields?: Field[];
  /** The member with the phone and names of a refused signup. */
  registered?: Success | undefined;
}

type Answer = Record<string, unknown>;
type Read<Success> = (answer: Answer) => Success | undefined;
type Received<Success> = Result<Success, RequestFailure<Success>>;

/** A repeated request with the same key returns the same member. */
export function joinWaitlist(signup: Signup, idempotencyKey: string, signal: AbortSignal) {
  const { referredBy: referralCode, ...fields } = signup;
  const body: SignupRequest = { ...fields, referralCode };
  const read = (answer: Answer) => readSignupMember(answer, signup);
  const sent = send(SIGNUP_PATH, body, { [IDEMPOTENCY_HEADER]: idempotencyKey });
  return receive(sent, read, signal);
}

/** Takes the response to the request that the page's script sent when the status opened, unless that broke off. */
export async function requestStatus(statusKey: StatusKey, signal: AbortSignal) {
  const { request } = window.visit;
  window.visit.request = undefined;
  if (request?.statusToken === statusKey.statusToken) {
    const answer = await receive(request, readStatus, signal);
    if (!answer || answer.ok || answer.code !== 'connection') return answer;
  }
  return receive(send(STATUS_PATH, statusKey), readStatus, signal);
}

export const leaveWaitlist = (body: StatusKey) => receive(send(LEAVE_PATH, body), () => ({}));

const isPosition = (position: unknown): position is number =>
  typeof position === 'number' && position > 0;

function readStatus({ position, referralCount }: Answer): StatusSuccess | undefined {
  if (position !== null && !isPosition(position)) return undefined;
  return { position, referralCount: Number(referralCount ?? 0) };
}

export function readSignupMember(answer: Answer, { firstName, phone }: Signup) {
  const { position, referralCode, code } = answer;
  if (typeof referralCode !== 'string' || !referralCode) return undefined;
  // The specification of the responses has neither a status token nor an error's code.
  const statusKey = toStatusKey(referralCode, readText(answer, 'statusToken'));
  // Other programs send null for "nothing".
  const isAdmitted = position === null && (statusKey || code === 'phone_registered');
  if (!isAdmitted && !isPosition(position)) return undefined;
  return { position: position as Position, referralCode, statusKey, firstName, phone };
}

/** Reads a response, which may come from another program, such as a proxy. */
export function readAnswer<Success>(
  httpStatus: number,
  body: string,
  readSuccess: Read<Success>,
): Received<Success> {
  const answer = parseJson(body);
  const found = readSuccess(answer);
  if (found && answer.success === true) return { ok: true, ...found };
  const text = readText(answer, 'error');
  // The specification has no codes, so these two are known by their texts.
  if (text === SPECIFIED_ERRORS.phone_registered) {
    const code = 'phone_registered';
    const message = FORM_MESSAGES[code];
    return { ok: false, code, fields: ['phone'], message, registered: found };
  }
  // A host that limits requests responds with a page.
  const isLimited = text ? text === SPECIFIED_ERRORS.rate_limited : httpStatus === 429;
  if (isLimited) return { ok: false, message: FORM_MESSAGES.rate_limited };
  return { ok: false, code: answer.code as ErrorCode, message: text || NO_ANSWER };
}

function parseJson(text: string): Answer {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** Resolves with undefined if `signal` is aborted. */
async function receive<Success>(
  { response, controller }: SentRequest,
  readSuccess: Read<Success>,
  signal?: AbortSignal,
): Promise<Received<Success> | undefined> {
  signal?.addEventListener('abort', () => controller.abort());
  try {
    const { status } = await response;
    return readAnswer(status, await (await response).text(), readSuccess);
  } catch (error) {
    if (signal?.aborted) return undefined;
    const code = controller.signal.aborted ? 'timeout' : 'connection';
    return { ok: false, code, message: (error as Error).message || NO_ANSWER };
  }
}
