import { IDEMPOTENCY_HEADER, SIGNUP_PATH, type SignupRequest } from '../shared/contract.ts';
import { MESSAGES } from '../shared/messages.ts';
import { LEAVE_PATH, STATUS_PATH } from '../shared/status.ts';
import type { StatusKey } from '../shared/status-link.ts';
import { askFunction } from './ask-function.ts';

/** A member's position of now, and how many friends joined. */
export interface Status {
  /** None once the member was admitted. */
  position: number | undefined;
  friendsJoined: number;
}

export interface Joined extends StatusKey, Status {}

type Sent<Type> = Partial<Type & { admitted: boolean }>;

function readStatus({ position, admitted, friendsJoined = 0 }: Sent<Status>): Status | undefined {
  return position || admitted ? { position, friendsJoined } : undefined;
}

function readJoined({ referralCode, statusToken, ...rest }: Sent<Joined>): Joined | undefined {
  const status = readStatus(rest);
  return status && referralCode && statusToken
    ? { referralCode, statusToken, ...status }
    : undefined;
}

/**
 * Sends one signup. Sending it again with the same key is safe: the function answers with the same
 * member. A broken connection is told in the error's own words.
 */
export function joinWaitlist(body: SignupRequest, idempotencyKey: string, signal: AbortSignal) {
  const headers = { [IDEMPOTENCY_HEADER]: idempotencyKey };
  const failed = (it?: unknown) => (it instanceof Error && it.message) || MESSAGES.noAnswer;
  return askFunction({ path: SIGNUP_PATH, body, headers, read: readJoined, failed }, signal);
}

const failed = () => MESSAGES.noStatus;

export const askStatus = (body: StatusKey, signal: AbortSignal) =>
  askFunction({ path: STATUS_PATH, body, read: readStatus, failed }, signal);

export const leaveList = (body: StatusKey) =>
  askFunction({ path: LEAVE_PATH, body, read: () => ({}), failed });
