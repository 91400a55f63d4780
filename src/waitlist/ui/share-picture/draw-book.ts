import { type Brush, COVER, HEIGHT, MIDDLE, WIDTH } from './brush.ts';
import { PETAL } from './shapes.ts';

/** The cover's ground, lit where the picture is, in a frame of gold. */
export function drawGround({ context, colour, gradient }: Brush) {
  const light = context.createRadialGradient(MIDDLE, 900, 0, MIDDLE, 900, 1150);
  context.fillStyle = gradient(light, [0, 'glow'], [0.35, 'cherry'], [0.8, 'wine'], [1, 'depth']);
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.strokeStyle = colour('gold');
  for (const [inset, width] of [
    [34, 4],
    [46, 1.5],
  ] as const) {
    context.lineWidth = width;
    strokeFrame(context, inset);
  }
}

/** Its corners are cut out by a quarter of a circle. */
function strokeFrame(context: CanvasRenderingContext2D, inset: number) {
  const corners: [number, number][] = [
    [COVER.left + inset, inset],
    [COVER.right - inset, inset],
    [COVER.right - inset, HEIGHT - inset],
    [COVER.left + inset, HEIGHT - inset],
  ];
  context.beginPath();
  corners.forEach(([x, y], i) => {
    context.arc(x, y, 44, ((i + 1) * Math.PI) / 2, (i * Math.PI) / 2, true);
  });
  context.closePath();
  context.stroke();
}

/** Where each petal lies, and how it has turned in the air. */
const PETALS = [
  { x: 132, y: 206, size: 0.7, turn: -38, lean: 0.8 },
  { x: 938, y: 146, size: 0.8, turn: 64, lean: 0.6 },
  { x: 36, y: 1190, size: 1, turn: 28, lean: 0.85 },
  { x: 196, y: 1750, size: 1.2, turn: -66, lean: 0.7 },
  { x: 888, y: 1716, size: 1, turn: 74, lean: 0.75 },
];

export function drawPetals({ context, colour, apart, flat }: Brush) {
  for (const { x, y, size, turn, lean } of PETALS) {
    apart(x, y, 24, () => {
      context.rotate((turn * Math.PI) / 180);
      context.scale(size * lean, size);
      context.fillStyle = colour('rose');
      context.fill(new Path2D(PETAL.leaf));
      flat();
      context.fillStyle = colour('glow');
      context.fill(new Path2D(PETAL.hollow));
      context.fillStyle = colour('blush', 0.7);
      context.fill(new Path2D(PETAL.lip));
    });
  }
}

/** The fold that many readings have left beside the spine, and the edge of the pages. */
export function drawEdges({ context, colour, gradient }: Brush) {
  const fold = context.createLinearGradient(0, 0, COVER.left * 1.4, 0);
  context.fillStyle = gradient(
    fold,
    [0, 'ink', 0.55],
    [0.55, 'ink', 0.12],
    [0.62, 'rose', 0.4],
    [0.7, 'ink', 0.35],
    [1, 'ink', 0],
  );
  context.fillRect(0, 0, COVER.left * 1.4, HEIGHT);
  context.fillStyle = colour('page-edge');
  context.fillRect(COVER.right, 0, WIDTH, HEIGHT);
  context.fillStyle = colour('page-below');
  for (let x = COVER.right; x < WIDTH; x += 4) context.fillRect(x, 0, 1.5, HEIGHT);
}
