// SHIPPED TO THE BROWSER.
import { type Answer, askFunction } from './ask-function.ts';
import { MESSAGES } from './messages.ts';
import { STATUS_PATH } from './status.ts';

/** Where somebody stands at this moment, and how many friends joined through her link. */
export interface Spot {
  position: number;
  friendsJoined: number;
}

const read = ({ position, friendsJoined = 0 }: Partial<Spot>) =>
  position ? { position, friendsJoined } : undefined;

/** Asks for the spot of a code; the sentence for it where there is none. Rejects only when `signal` was aborted. */
export function findSpot(code: string, signal: AbortSignal): Promise<Answer<Spot>> {
  const path = `${STATUS_PATH}?${new URLSearchParams({ code })}`;
  return askFunction({ path, read, failed: MESSAGES.noSpot }, signal);
}
