import { type Field, firstProblem, MARKDOWN_RULES, type Problem, plainText } from './text-rules.ts';

const HEADING = /^#+ /;

/** A page: its title behind one `#`, then texts and headings. `part` is a heading it has to have. */
export const page = (part?: string): Field => ({
  check(body) {
    const rows = body.split('\n');
    const problems = rows.map(
      (row, i) => outlineProblem(rows, i, part) ?? firstProblem(row, MARKDOWN_RULES),
    );
    return Promise.all(problems);
  },
});

/** The title, and the first text below it, as they are shown. */
export function readTitle(body: string) {
  const [title = '', ...rows] = body.split('\n');
  const firstParagraph = rows.find((row) => row && !HEADING.test(row)) ?? '';
  return {
    heading: plainText(title.replace(HEADING, '')),
    firstParagraph: plainText(firstParagraph),
  };
}

function outlineProblem(rows: string[], line: number, part?: string): Problem {
  const [row = '', ...below] = rows.slice(line);
  if (line === 0 && !/^# ./.test(row)) {
    return { sentence: 'has no title. Write it above this line, behind one #' };
  }
  if (part && below.length === 0 && !rows.includes(`## ${part}`)) {
    return { sentence: `has no heading ## ${part}, to which links lead. Write it above its text.` };
  }
  if (!HEADING.test(row)) return undefined;
  const second = 'is a second title, and a page has one.';
  if (line > 0 && row.startsWith('# ')) return { sentence: second, correction: `#${row}` };
  const next = below.find(Boolean) ?? '# ';
  return HEADING.test(next) ? { sentence: 'has no text. Write one under this line.' } : undefined;
}
