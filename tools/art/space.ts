// The phone leans in real perspective, and its words must lean with it. SVG has no perspective,
// so every outline on the phone is flat path data whose points pass through this camera.

const RADIANS = Math.PI / 180;
const TURN = { x: 9 * RADIANS, y: 9 * RADIANS, z: -7.5 * RADIANS };
const CAMERA_DISTANCE = 3600;
/** Where the middle of the phone's glass falls on the picture, in pixels. */
const CENTRE = { x: 706, y: 905 };

/** Projects a point of the phone (x right, y down, z towards the viewer; 0,0,0 mid-glass). */
export function project(x: number, y: number, z = 0): [number, number] {
  const y1 = y * Math.cos(TURN.x) - z * Math.sin(TURN.x);
  const z1 = y * Math.sin(TURN.x) + z * Math.cos(TURN.x);
  const x2 = x * Math.cos(TURN.y) + z1 * Math.sin(TURN.y);
  const z2 = -x * Math.sin(TURN.y) + z1 * Math.cos(TURN.y);
  const x3 = x2 * Math.cos(TURN.z) - y1 * Math.sin(TURN.z);
  const y3 = x2 * Math.sin(TURN.z) + y1 * Math.cos(TURN.z);
  const scale = CAMERA_DISTANCE / (CAMERA_DISTANCE - z2);
  return [CENTRE.x + x3 * scale, CENTRE.y + y3 * scale];
}

/** Moves flat path data (absolute M, L, C, Q, Z) onto the phone, `z` above its glass. */
export function onPhone(path: string, z = 0): string {
  return path.replace(/(-?[\d.]+(?:e-?\d+)?)[ ,]+(-?[\d.]+(?:e-?\d+)?)/g, (_, x, y) =>
    project(Number(x), Number(y), z)
      .map((value) => value.toFixed(1))
      .join(' '),
  );
}

/** Path data of a rectangle with round corners. */
export function roundedRectangle(x: number, y: number, w: number, h: number, r: number): string {
  const k = r * 0.45; // a cubic's handle for a quarter circle lies at 0.55 of the radius
  return `M${x + r} ${y}L${x + w - r} ${y}C${x + w - k} ${y} ${x + w} ${y + k} ${x + w} ${y + r}L${x + w} ${y + h - r}C${x + w} ${y + h - k} ${x + w - k} ${y + h} ${x + w - r} ${y + h}L${x + r} ${y + h}C${x + k} ${y + h} ${x} ${y + h - k} ${x} ${y + h - r}L${x} ${y + r}C${x} ${y + k} ${x + k} ${y} ${x + r} ${y}Z`;
}
