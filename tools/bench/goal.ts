import { table } from './markdown.ts';

/** Something the waitlist is held to, and how far it got. */
export interface Goal {
  goal: string;
  reached: string;
  met: boolean;
}

export function goalTable(goals: Goal[]): string {
  const rows = goals.map(({ goal, reached, met }) => [goal, reached, met ? 'met' : 'missed']);
  return table(['goal', 'reached', ''], rows);
}
