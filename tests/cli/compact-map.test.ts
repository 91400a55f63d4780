import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CompactMap } from '../../cli/compact-map.ts';

test('holds what a Map would hold that keeps the first of each key, in the same order', () => {
  const key = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀'), maxLength: 6 });
  const entries = fc.array(fc.tuple(key, fc.string({ unit: 'binary', maxLength: 9 })), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(entries, (added) => {
      const [compact, map] = [new CompactMap(), new Map<string, string>()];
      for (const [name, value] of added) {
        expect(compact.add(name, value)).toBe(!map.has(name));
        if (!map.has(name)) map.set(name, value);
      }
      expect([...compact]).toEqual([...map]);
      expect(added.map(([name]) => compact.get(name))).toEqual(
        added.map(([name]) => map.get(name)),
      );
      expect(compact.get('c')).toBeUndefined();
    }),
    { numRuns: 30 },
  );
});

test('finds everybody again after it has grown', () => {
  const compact = new CompactMap();
  const long = 'x'.repeat(200);
  for (let n = 0; n < 20_000; n += 1) compact.add(`key ${n}`, `${n} ${long}`);
  for (let n = 0; n < 20_000; n += 1) {
    if (compact.get(`key ${n}`) !== `${n} ${long}`) expect.fail(`key ${n} is lost`);
  }
  expect(compact.add('key 7', 'another')).toBe(false);
  expect(compact.size).toBe(20_000);
});
