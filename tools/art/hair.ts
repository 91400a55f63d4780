import { ribbon } from './ribbon.ts';
import { hair } from './tones.ts';

type Tone = 'back' | 'middle' | 'front';
/** Its tone, its half width, and the points it runs along. */
type Lock = [tone: Tone, half: number, along: string];

// In the face's space. The wind comes from the left; every lock starts at the parting or the nape.
const back: Lock[] = [
  ['back', 78, '250,-60 380,0 460,140 500,300 620,400 780,420 900,500'],
  ['back', 76, '260,-70 430,-10 570,110 700,160 830,130 940,180'],
  ['back', 56, '280,100 330,240 360,380 450,490 570,540 660,640'],
];

const shoulder: Lock[] = [
  ['back', 60, '290,100 330,260 320,380 370,500 460,560 560,680'],
  ['middle', 44, '280,120 300,280 290,400 340,520 420,590 440,700'],
];

const middle: Lock[] = [
  ['middle', 58, '170,-90 300,-116 440,-56 560,60 690,84 810,44 936,84'],
  ['middle', 54, '160,-70 300,-80 420,30 500,170 640,270 780,280 900,370'],
  ['middle', 50, '160,-50 280,-30 370,90 400,240 480,370 600,410 700,500'],
  ['middle', 50, '160,-80 290,-130 430,-118 580,-50 700,-56 815,-104 930,-90'],
];

const front: Lock[] = [
  ['front', 42, '96,-6 140,-90 250,-120 370,-60 450,60 560,160 690,170 800,130'],
  ['front', 38, '110,6 170,-60 270,-50 340,60 380,190 450,310 560,340 650,410'],
  ['front', 34, '130,14 200,-20 260,60 290,180 300,300 360,410 450,450'],
  ['front', 34, '90,-10 120,-96 230,-148 370,-142 500,-96 620,-104 720,-150'],
  ['front', 15, '150,-44 92,-16 56,36 64,84 40,106'],
];

const looks: Record<Tone, [string, string, string]> = {
  back: [hair.dark, hair.deep, hair.amber],
  middle: [hair.deep, hair.amber, hair.gold],
  front: [hair.amber, hair.gold, hair.rim],
};

/** Full near the root, widest at a third, thin at the tip. */
const swell = (half: number) => (t: number) =>
  half * (0.3 + 0.7 * Math.sin(Math.PI * t ** 0.62)) * (1 - t ** 5);

function lock([tone, half, along]: Lock): string {
  const [shadow, body, light] = looks[tone];
  const band = tone === 'front' ? { shift: -0.5, scale: 0.2 } : { shift: -0.5, scale: 0.42 };
  return `<path d="${ribbon(along, swell(half))}" fill="${shadow}"/>
  <path d="${ribbon(along, swell(half), { shift: -0.2, scale: 0.8 })}" fill="${body}"/>
  <path d="${ribbon(along, swell(half), band)}" fill="${light}"/>`;
}

export const hairBehind = () => back.map(lock).join('');
export const hairOnShoulder = () => shoulder.map(lock).join('');
export const hairInFront = () => [...middle, ...front].map(lock).join('');
