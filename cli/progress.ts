import { type ProgressResult, progress, spinner } from '@clack/prompts';
import { INTERRUPTED } from './ending.ts';
import { figure } from './format.ts';

/** Shorter work needs no word. */
const QUIET_MS = 2_000;

/** How often a line is printed where stderr is no terminal. */
const LINE_MS = 10_000;

/**
 * The same pages; while they are worked on, stderr says from the second second on how many items are
 * done, of `total` where it is known: a bar in a terminal, else lines.
 */
export async function* showProgress<Item>(
  what: string,
  pages: Iterable<Item[]> | AsyncIterable<Item[]>,
  total?: number,
): AsyncGenerator<Item[]> {
  let bar: Bar | undefined;
  let done = 0;
  let nextAt = Date.now() + QUIET_MS;
  try {
    for await (const page of pages) {
      yield page;
      done += page.length;
      const text = `${what}: ${figure(done)}${total ? ` of ${figure(total)}` : ''}`;
      if (bar) bar.advance(page.length, text);
      if (bar || Date.now() < nextAt) continue;
      if (process.stderr.isTTY) bar = openBar(text, done, total);
      else console.error(text);
      nextAt = Date.now() + LINE_MS;
    }
  } finally {
    process.off('exit', markInterrupted);
    bar?.clear();
  }
}

type Bar = Pick<ProgressResult, 'advance' | 'clear'>;

function openBar(text: string, done: number, total?: number): Bar {
  process.once('exit', markInterrupted);
  const options = { output: process.stderr, withGuide: false, cancelMessage: 'Stopped' };
  if (!total) {
    const { start, message, clear } = spinner(options);
    start(text);
    return { advance: (_, text) => message(text), clear };
  }
  const bar = progress({ ...options, max: total });
  bar.start(text);
  bar.advance(done, text);
  return bar;
}

/** The library ends the process with 0 where Ctrl-C or Escape is pressed under a bar. */
function markInterrupted() {
  process.exitCode = INTERRUPTED;
}
