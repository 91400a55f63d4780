import type { Redis } from 'ioredis';
import { audit } from '../../../tests/support/audit.ts';
import type { Story } from './crowd.ts';

/** How often a waitlist went wrong; of a sound one, all are 0. */
export interface Wrongs {
  /** Places in the queue that nobody's record has: somebody is in line twice. */
  ghosts: number;
  /** Records without a place: nobody can join with that phone any more, and she is not in line. */
  halves: number;
  /** Members whose score is not what their friends brought them. */
  scores: number;
  /** People told of two codes, or of one that is not in line. */
  codes: number;
  /** People told that their phone is registered, which nobody but they had done. */
  refused: number;
  /** Where nobody is invited, people told of a place that somebody else was told of. */
  places: number;
}

/** Compares what everybody was told with what is in Redis, when nobody is pressing any more. */
export async function countWrongs(
  redis: Redis,
  stories: Story[],
  invited: boolean,
): Promise<Wrongs> {
  const { members, problems } = await audit(redis);
  const count = (pattern: RegExp) => problems.filter((problem) => pattern.test(problem)).length;
  const wrongs = {
    ghosts: count(/ has a place in the queue and no record\.$/),
    halves: count(/ has a record and no place in the queue\.$/),
    scores: count(/ has the score /),
  };
  const others = problems.length - wrongs.ghosts - wrongs.halves - wrongs.scores;
  if (others) throw new Error(`Not among what is counted here: ${problems.join('\n')}`);

  let [codes, refused] = [0, 0];
  const places = new Map<number, string>();
  for (const { phone, isOneKey, told } of stories) {
    const joined = told.filter((result) => result.outcome === 'joined');
    if (!joined.length || (isOneKey && joined.length < told.length)) refused += 1;
    const code = members.get(phone)?.code;
    const isTrue = joined.every((result) => result.referralCode === code && result.position > 0);
    if (!isTrue) codes += 1;
    for (const { position } of joined) if (!places.has(position)) places.set(position, phone);
  }
  const told = stories.flatMap(({ phone, told }) =>
    told.flatMap((result) => (result.outcome === 'joined' ? [{ phone, ...result }] : [])),
  );
  const doubly = told.filter(({ phone, position }) => places.get(position) !== phone);
  const people = new Set(doubly.map(({ phone }) => phone)).size;
  return { ...wrongs, codes, refused, places: invited ? 0 : people };
}
