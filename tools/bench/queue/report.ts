import type { Goal } from '../goal.ts';
import { table } from '../markdown.ts';
import type { Trial } from './against-separate.ts';
import type { ServerTime } from './server-time.ts';

/** What was measured at one length of the list. */
export interface Measured {
  size: number;
  time: ServerTime;
  bytesPerMember: number;
  /** The same once Redis has left its old hash tables, with the counters of the limit beside it. */
  settledBytes: number;
}

export const count = (number: number) => number.toLocaleString('en-US');
const ratio = (figure: number, floor: number) => `${(figure / floor).toFixed(1)}x`;

export function timeTable(all: Measured[]): string {
  const rows = all.map(({ size, bytesPerMember, time }) => [
    count(size),
    `${time.signup.toFixed(1)} (${time.quietest.toFixed(1)})`,
    ratio(time.signup, all[0]?.time.signup ?? Number.NaN),
    ratio(time.signup, time.emptyScript),
    ratio(time.signup, time.twoCommands),
    bytesPerMember.toFixed(0),
  ]);
  const first = `to ${count(all[0]?.size ?? 0)}`;
  const others = ['to "return 1"', 'to ZADD + ZRANK', 'bytes a member'];
  return table(['members', 'µs of Redis a signup (quietest round)', first, ...others], rows);
}

export function separateTable(trials: Trial[]): string {
  const rows = trials.map(({ way, lost, people, ...wrongs }) => [
    way,
    `${lost * 100}%`,
    count(people),
    ...[wrongs.ghosts, wrongs.halves, wrongs.scores, wrongs.codes, wrongs.places].map(count),
    count(wrongs.refused),
  ]);
  const head = ['way', 'answers lost', 'people', 'in line twice', 'half in line', 'wrong scores'];
  return table([...head, 'told a wrong code', 'told another’s place', 'refused'], rows);
}

/** What the queue is held to, as far as this run can tell. */
export function queueGoals(all: Measured[], trials: Trial[]): Goal[] {
  const at = (size: number) => all.find((measured) => measured.size === size);
  const [least, million, most] = [all[0], at(1_000_000), at(10_000_000)];
  const goals: Goal[] = [];
  if (million) {
    const { signup, quietest } = million.time;
    const reached = `${signup.toFixed(1)} µs; ${quietest.toFixed(1)} in the quietest round`;
    goals.push({ goal: 'under 25 µs of Redis a signup at 1 M', reached, met: signup < 25 });
  }
  if (least && most) {
    const growth = most.time.signup / least.time.signup;
    const bytes = most.bytesPerMember;
    goals.push(
      {
        goal: 'at most 2x the time from 1 k to 10 M',
        reached: `${growth.toFixed(2)}x`,
        met: growth <= 2,
      },
      {
        goal: 'at most 290 bytes a member at 10 M',
        reached: `${bytes.toFixed(0)}; ${most.settledBytes.toFixed(0)} once its hash tables have settled`,
        met: bytes <= 290,
      },
    );
  }
  const ours = trials.filter(({ way }) => way === 'one script');
  const wrong = ours.flatMap(({ way: _, lost: __, people: ___, ...wrongs }) =>
    Object.values(wrongs),
  );
  const sum = wrong.reduce((total, figure) => total + figure, 0);
  return [...goals, { goal: '0 wrong under 64 clients', reached: `${sum}`, met: sum === 0 }];
}
