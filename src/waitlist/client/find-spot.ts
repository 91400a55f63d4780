import { MESSAGES } from '../shared/messages.ts';
import { parseReferralCode } from '../shared/referral.ts';
import { SPOT_ERRORS, STATUS_PATH } from '../shared/status.ts';
import { type Answer, askFunction } from './ask-function.ts';
import { forget, recall } from './remembered.ts';

/** Where somebody stands at this moment, and how many friends joined through her link. */
export interface Spot {
  position: number;
  friendsJoined: number;
}

const read = ({ position, friendsJoined = 0 }: Partial<Spot>) =>
  position ? { position, friendsJoined } : undefined;

/**
 * Asks for the spot of a code; the sentence for it, and 404, where nobody has it, or 400 where nobody
 * can. Then this browser forgets it: the first view must not promise it any more. Rejects only when
 * `signal` was aborted.
 */
export async function findSpot(code: string, signal: AbortSignal): Promise<Answer<Spot>> {
  if (!parseReferralCode(code)) {
    return { ok: false, message: SPOT_ERRORS.malformed_spot, status: 400 };
  }
  const path = `${STATUS_PATH}?${new URLSearchParams({ code })}`;
  const answer = await askFunction({ path, read, failed: () => MESSAGES.noSpot }, signal);
  if (!answer.ok && answer.status === 404 && recall()?.code === code) forget();
  return answer;
}
