type Point = readonly [number, number];

const points = (list: string) =>
  list.split(' ').map((pair) => pair.split(',').map(Number) as unknown as Point);

/** Catmull-Rom through `knots`, sampled evenly: `steps` points per span. */
function curve(knots: readonly Point[], steps = 14): Point[] {
  const at = (i: number) => knots[Math.max(0, Math.min(knots.length - 1, i))] as Point;
  const sampled: Point[] = [];
  for (let i = 0; i < knots.length - 1; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const blend = (axis: 0 | 1, t: number) =>
      0.5 *
      (2 * b[axis] +
        (c[axis] - a[axis]) * t +
        (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t * t +
        (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t * t * t);
    for (let s = 0; s < steps; s++) sampled.push([blend(0, s / steps), blend(1, s / steps)]);
  }
  sampled.push(at(knots.length - 1));
  return sampled;
}

const line = (side: readonly Point[]) =>
  side.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');

/**
 * A brush stroke along `knots` ('x,y x,y …'): `width(t)` is its half-width from root (t = 0) to tip (t = 1),
 * `shift` moves it sideways by that share of the half-width, to lay a light or a shadow inside it.
 */
export function ribbon(
  knots: string,
  width: (t: number) => number,
  { shift = 0, scale = 1 } = {},
): string {
  const spine = curve(points(knots));
  const sides: [Point[], Point[]] = [[], []];
  spine.forEach(([x, y], i) => {
    const [x0, y0] = spine[Math.max(0, i - 1)] as Point;
    const [x1, y1] = spine[Math.min(spine.length - 1, i + 1)] as Point;
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [nx, ny] = [-(y1 - y0) / length, (x1 - x0) / length];
    const half = width(i / (spine.length - 1));
    sides[0].push([x + nx * half * (shift + scale), y + ny * half * (shift + scale)]);
    sides[1].push([x + nx * half * (shift - scale), y + ny * half * (shift - scale)]);
  });
  return `M${line(sides[0])}L${line(sides[1].reverse())}Z`;
}
