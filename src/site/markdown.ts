import { z } from 'astro/zod';
import { markdownToMdast } from 'satteri';
import {
  childrenOf,
  fillNames,
  firstProblem,
  MARKDOWN_RULES,
  type Problem,
  textOf,
} from './text-rules.ts';

/** A page: its title behind one `#`, then texts and headings. `part` is a heading it has to have. */
export const page = (part?: string) =>
  z
    .string()
    .superRefine(async (body, context) => {
      const rows = body.split('\n');
      const report = (line: number, problem: Problem) =>
        problem &&
        context.addIssue({
          code: 'custom',
          message: problem.sentence,
          params: { ...problem, line },
        });
      for (const [line, row] of rows.entries()) {
        report(line, outlineProblem(rows, line) ?? (await firstProblem(row, MARKDOWN_RULES)));
      }
      const sentence = `has no heading "## ${part}", to which links lead. Write it above its text.`;
      if (part && !rows.includes(`## ${part}`)) report(rows.length - 1, { sentence });
    })
    .transform((body) => {
      const markdown = fillNames(body);
      const [title, ...blocks] = childrenOf(markdownToMdast(markdown));
      const paragraph = blocks.find(({ type }) => type === 'paragraph');
      return {
        heading: title ? textOf(title) : '',
        firstParagraph: paragraph ? textOf(paragraph) : '',
        belowHeading: markdown.slice(title?.position?.end.offset),
      };
    });

function outlineProblem(rows: string[], line: number): Problem {
  const [row = '', ...others] = rows.slice(line);
  if (line === 0 && !/^# ./.test(row)) {
    return { sentence: 'has no title. Write above this line: # and the title' };
  }
  if (!HEADING.test(row)) return undefined;
  const second = 'is a second title, and a page has one.';
  if (line > 0 && row.startsWith('# ')) return { sentence: second, correction: `#${row}` };
  const next = others.find(Boolean);
  const isEmpty = next === undefined || HEADING.test(next);
  return isEmpty ? { sentence: 'has no text. Write one under this line.' } : undefined;
}

const HEADING = /^#+ /;
