import { CompactMap } from './compact-map.ts';

/** Every code's score, a million of them in 80 MB; in a Map they would be 300 with its garbage. */
export class CompactScores {
  #scores = new CompactMap();

  get size(): number {
    return this.#scores.size;
  }

  /** A code that is there already keeps its score. */
  add(code: string, score: number): void {
    this.#scores.add(code, String(score));
  }

  get(code: string): number | undefined {
    const score = this.#scores.get(code);
    return score === undefined ? undefined : Number(score);
  }

  *[Symbol.iterator](): Generator<[code: string, score: number]> {
    for (const [code, score] of this.#scores) yield [code, Number(score)];
  }
}
