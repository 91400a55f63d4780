/** Thrown where a command stops because of Ctrl-C or a signal to end; its message is a sentence. */
export class Interrupted extends Error {}

/**
 * Aborted by the first Ctrl-C or signal to end, with an Interrupted as its reason. A command looks
 * between two steps, so that the step under way is done whole. A second Ctrl-C ends the process.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => controller.abort(new Interrupted('Stopped.')));
  }
  return controller.signal;
}
