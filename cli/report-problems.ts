import { figure } from './figure.ts';
import { describe, PROBLEMS, type Problem, type ProblemKind } from './problems.ts';

/** How many of a kind are shown: enough to see a pattern. */
const SHOWN = 5;

/** What is wrong and how to mend it, kind by kind, in lines for people. */
export function reportProblems(problems: Problem[]): string[] {
  const kinds = Map.groupBy(problems, ({ kind }) => kind);
  return [...kinds].flatMap(([kind, all]) => [...reportKind(kind, all), '']);
}

function reportKind(kind: ProblemKind, problems: Problem[]): string[] {
  // Sentences that are the same word for word say it once.
  const times = Map.groupBy(problems.map(describe), (sentence) => sentence);
  const sentences = Array.from(times, ([sentence, { length }]) =>
    length === 1 ? sentence : `${sentence} (${figure(length)} times)`,
  );
  const more = sentences.length - SHOWN;
  return [
    ...sentences.slice(0, SHOWN),
    ...(more > 0 ? [`… and ${figure(more)} more of this kind.`] : []),
    `  ${PROBLEMS[kind].remedy}`,
  ];
}
