export interface Scales {
  seed: number;
  clients: number;
  drops: number;
  kills: number;
  /** Flushes, removals: how often a hand strikes. */
  times: number;
}

export const FULL: Scales = {
  seed: 20_260_101,
  clients: 16,
  drops: 5_000,
  kills: 30,
  times: 200,
};

/** The same scenarios in seconds, for every `npm test`. */
export const SHORT: Scales = { ...FULL, clients: 8, drops: 40, kills: 2, times: 5 };
