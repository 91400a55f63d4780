/** A phone or whatever else stands there, with what is stored under it. */
export type Stored = [phone: string, record: string];

/**
 * Everything that can be wrong with a list, with what its repair has to know. In the order in which
 * they are mended: a new number is only handed out once the counter is right.
 */
export type Problem =
  | { kind: 'counter_behind'; joined: number; greatest: number }
  | { kind: 'unreadable'; stored: Stored }
  | {
      kind: 'taken_number';
      number: number;
      code: string;
      /** The code of who joined first with it: the same one, or one with another random end. */
      first: string;
      stored: Stored;
      /** Whether nobody else has her code. */
      isHers: boolean;
      /** The friends who name a code that will be nobody's. */
      friends: Stored[];
    }
  | { kind: 'impossible_inviter'; code: string; inviter: string; stored: Stored }
  | { kind: 'no_place'; code: string; due: number; stored: Stored }
  | { kind: 'wrong_score'; code: string; score: number; due: number }
  | { kind: 'ghost'; code: string; score: number }
  | {
      kind: 'day_behind';
      day: string;
      counted: number;
      people: number;
      /** What the day's two counters lack, of those who came alone and of the invited. */
      alone: number;
      invited: number;
    }
  | { kind: 'endless_counter'; key: string }
  | { kind: 'leftover'; key: string }
  | { kind: 'strange_key'; key: string };

export type ProblemKind = Problem['kind'];

type Of<Kind extends ProblemKind> = Extract<Problem, { kind: Kind }>;

interface Words<Kind extends ProblemKind> {
  /** What is wrong; names codes, never anybody's name or phone. */
  says: (problem: Of<Kind>) => string;
  /** What `--fix` does about it, or what is left to a person. */
  remedy: string;
}

const friendsIn = (points: number) => {
  const friends = Math.abs(points) / 5;
  return `${friends} ${friends === 1 ? 'friend' : 'friends'}`;
};

function miscounted(difference: number): string {
  if (difference === 0 || difference % 5 !== 0) return '.';
  const verb = Math.abs(difference) === 5 ? 'is' : 'are';
  return difference > 0
    ? `: ${friendsIn(difference)} ${verb} not counted.`
    : `: ${friendsIn(difference)} too many ${verb} counted.`;
}

/** In the order of the repairs. */
export const PROBLEMS = {
  counter_behind: {
    says: ({ joined, greatest }) =>
      `{waitlist}:joined is ${joined}, and somebody has joined as number ${greatest}.`,
    remedy: '--fix raises it; until then the next to join gets a number that is taken.',
  },
  unreadable: {
    says: ({ stored: [phone] }) =>
      /^\d{10}$/.test(phone)
        ? `The record under the phone that ends in ${phone.slice(-4)} cannot be read.`
        : 'A record under something that is no phone cannot be read.',
    remedy:
      '--fix moves it into {waitlist}:unreadable, where nothing of it is lost. Corrected and put back into {waitlist}:members, it gets its place again from another --fix.',
  },
  taken_number: {
    says: ({ code, first, number, stored: [phone] }) =>
      code === first
        ? `Two people have the code ${code}; the later one's phone ends in ${phone.slice(-4)}.`
        : `${code} and ${first} both joined as number ${number}.`,
    remedy:
      '--fix gives the later one a new number and code at the end of the line. Friends who came through a code that was hers alone go with her.',
  },
  impossible_inviter: {
    says: ({ code, inviter }) =>
      code === inviter
        ? `${code} is said to have invited herself.`
        : `${code} joined before ${inviter}, who is said to have invited her.`,
    remedy: '--fix takes the inviter out of her record.',
  },
  no_place: {
    says: ({ code }) => `${code} has a record and no place in the queue.`,
    remedy: '--fix gives her the place that her join number and her friends make.',
  },
  wrong_score: {
    says: ({ code, score, due }) =>
      `${code} has the score ${score} instead of ${due}${miscounted(score - due)}`,
    remedy: '--fix sets it to her join number less 5 for each friend.',
  },
  ghost: {
    says: ({ code }) => `${code} has a place in the queue and no record.`,
    remedy: '--fix takes it out of the queue.',
  },
  day_behind: {
    says: ({ day, counted, people }) =>
      `${day} counts ${counted} who joined, and ${people} who joined on it are in line.`,
    remedy: '--fix raises the count.',
  },
  endless_counter: {
    says: ({ key }) => `A counter of ${key.split(':')[1]} never expires.`,
    remedy: '--fix lets it end within a day.',
  },
  leftover: {
    says: ({ key }) => `${key} was left behind by a restore that was cut short.`,
    remedy: '--fix deletes it; the list itself was never touched.',
  },
  strange_key: {
    says: ({ key }) => `The key ${key} is none of the waitlist's.`,
    remedy: 'Nothing is done to it. Look what it is, and delete it yourself if nobody needs it.',
  },
} satisfies { [Kind in ProblemKind]: Words<Kind> };

/** The problem in a sentence. */
export function describe(problem: Problem): string {
  const words: Words<ProblemKind> = PROBLEMS[problem.kind] as Words<ProblemKind>;
  return words.says(problem);
}
