import { face } from './face.ts';
import { hairBehind, hairInFront, hairOnShoulder } from './hair.ts';
import { shirt, torso } from './shirt.ts';

const HEAD = 'translate(925 184) rotate(-5 160 200) scale(.92)';

/** The man himself: he rises from the lower screen, breaks its frame, and his hair leaves the picture. */
export function fabio(): string {
  return `<g transform="${HEAD}">${hairBehind()}</g>
  ${torso()}${shirt()}
  <g transform="${HEAD}">${hairOnShoulder()}${face()}${hairInFront()}</g>`;
}
