/** Thrown where a command stops because of Ctrl-C or a signal to end; its message is a sentence. */
export class Interrupted extends Error {}

/** The exit code of what Ctrl-C ended: 128 and the signal's number. */
export const INTERRUPTED = 130;

/** npm hands on what the terminal has sent to us already, so two signals may be one Ctrl-C. */
const SAME_PRESS_MS = 500;

/**
 * Aborted by Ctrl-C or a signal to end, with an Interrupted as its reason. A command looks between
 * two steps, so that the step under way is done whole. A second Ctrl-C ends the process at once.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      first ??= performance.now();
      controller.abort(new Interrupted('Stopped.'));
      if (performance.now() - first > SAME_PRESS_MS) process.exit(INTERRUPTED);
    });
  }
  return controller.signal;
}
