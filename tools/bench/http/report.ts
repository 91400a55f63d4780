import type { Goal } from '../goal.ts';
import { table } from '../markdown.ts';
import { median } from '../median.ts';
import { percentile } from '../percentile.ts';
import type { Burst } from './burst.ts';
import { HOPS, type PathName, type Paths, ratio } from './paths.ts';

export function pathTable(paths: Paths): string {
  const floors: PathName[] = ['an empty fetch', 'a fetch that waits for a PING'];
  const rows = (Object.keys(HOPS) as PathName[]).map((name) => [
    name,
    String(HOPS[name]),
    `${median(paths[name]).toFixed(2)} ms`,
    `${percentile(paths[name], 0.99).toFixed(2)} ms`,
    ...floors.map((floor) => `${ratio(paths, name, floor).toFixed(2)}x`),
  ]);
  const heads = floors.map((floor) => `to ${floor}`);
  return table(['path', 'HTTP hops', 'median', 'p99', ...heads], rows);
}

export function burstTable(bursts: Burst[]): string {
  const rows = bursts.map((burst, i) => [
    String(i + 1),
    Object.entries(burst.statuses)
      .map(([status, times]) => `${times} x ${status}`)
      .join(', '),
    `${burst.members} of ${burst.people}`,
    `${burst.credits} of ${burst.referrals}`,
    String(wrongs(burst)),
    ...[median(burst.ms), percentile(burst.ms, 0.99), Math.max(...burst.ms)].map(
      (ms) => `${Math.round(ms)} ms`,
    ),
  ]);
  const head = ['burst', 'answers', 'in line, of those told so', 'credits, of referrals', 'wrong'];
  return table([...head, 'median', 'p99', 'slowest'], rows);
}

/** What the full path and a crowd are held to. */
export function httpGoals(paths: Paths, bursts: Burst[], people: number): Goal[] {
  const atMostTwice = (goal: string, path: PathName, floor: PathName): Goal => {
    const times = ratio(paths, path, floor);
    return { goal, reached: `${times.toFixed(2)}x`, met: times <= 2 };
  };
  const full = 'the full path of a signup';
  const answered = Math.min(...bursts.map(({ statuses }) => statuses['200'] ?? 0));
  const lost = sum(bursts.map((it) => Math.abs(it.people - it.members) + it.falseSuccesses));
  const wrong = sum(bursts.map(wrongs));
  const places = bursts[0]?.places.size ?? 0;
  return [
    atMostTwice('the full path at most 2x an empty fetch', full, 'an empty fetch'),
    atMostTwice('… 2x one that waits for a PING', full, 'a fetch that waits for a PING'),
    atMostTwice('… 2x, of the function alone', 'the function, called in process', 'an empty fetch'),
    {
      goal: `${people} at once: all answered, 0 lost, 0 wrong`,
      reached: `${answered} at the first press, ${lost} lost, ${wrong} wrong`,
      met: answered === people && lost + wrong === 0,
    },
    {
      goal: 'nobody of the first burst told of another’s place',
      reached: `${places} places`,
      met: places === people,
    },
  ];
}

function wrongs({ falselyRegistered, problems, credits, referrals }: Burst): number {
  return falselyRegistered + problems.length + Math.abs(credits - referrals);
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
