import { mix } from '../../src/pictures/palette.ts';
import { ribbon } from './ribbon.ts';
import { cloth, skin } from './tones.ts';

const neckAndChest =
  'M1026 560C1034 600 1018 626 1012 648C1016 668 1034 676 1040 700C1030 740 960 760 880 780L880 1080L1260 1080L1360 640C1290 600 1262 540 1262 440Z';

/** The tail of the shirt, blown out behind him and off the picture. */
const tail =
  'M1480 680C1570 690 1640 752 1700 762C1738 768 1766 756 1784 730C1794 790 1790 846 1770 896C1780 902 1788 900 1794 894C1790 960 1758 1016 1700 1030C1630 1010 1560 900 1480 680Z';
const back =
  'M1256 570C1350 640 1420 640 1490 672C1540 780 1530 940 1470 1040C1410 1030 1340 1040 1262 1056L1172 1030C1250 900 1290 760 1268 590Z';
const sleeve =
  'M1404 664C1470 640 1560 668 1612 724C1680 756 1722 826 1730 892C1768 950 1772 1030 1738 1084C1728 1150 1676 1196 1612 1196C1540 1214 1450 1180 1376 1136L1358 1010C1400 1018 1430 1010 1456 990C1420 900 1396 780 1404 664Z';
const front =
  'M1006 690C940 700 850 716 794 776C744 850 736 980 750 1120L1190 1120L1196 1040C1120 960 1050 850 1006 690Z';
const collar =
  'M1250 560C1322 582 1400 626 1450 690C1424 752 1372 812 1300 850C1296 760 1290 660 1250 560Z';

/** Its tone, its half width, and the points it runs along. */
type Fold = [tone: string, half: number, along: string];
const sleeveFolds: Fold[] = [
  [cloth.mid, 96, '1650,700 1760,860 1770,1040 1690,1170 1500,1190 1380,1140'],
  [cloth.shade, 34, '1752,940 1760,1080 1680,1184 1560,1204 1440,1172'],
  [cloth.mid, 26, '1490,690 1530,790 1524,890 1480,970 1400,1030'],
  [cloth.shade, 11, '1600,760 1632,880 1600,980 1510,1040 1390,1060'],
  [cloth.shade, 10, '1706,900 1690,1010 1610,1086 1500,1100 1390,1090'],
];
const bodyFolds: Fold[] = [[cloth.shade, 30, '1420,720 1440,840 1450,960 1400,1100 1330,1220']];
const tailFolds: Fold[] = [[cloth.shade, 34, '1560,700 1660,840 1730,890 1800,870']];

const wedge = (half: number) => (t: number) => half * Math.sin(Math.PI * t ** 0.7) * (1 - 0.3 * t);
const cut = (folds: Fold[]) =>
  folds
    .map(([tone, half, along]) => `<path d="${ribbon(along, wedge(half))}" fill="${tone}"/>`)
    .join('');

const piece = (id: string, path: string, fill: string, folds: Fold[]) =>
  `<clipPath id="${id}"><path d="${path}"/></clipPath><path d="${path}" fill="${fill}"/><g clip-path="url(#${id})">${cut(folds)}</g>`;

const cuff = 'M1384 992C1392 1040 1396 1100 1384 1150L1322 1146C1312 1100 1312 1050 1322 1004Z';
const handBack = 'M1340 1010C1300 1000 1262 990 1240 996L1240 1190C1280 1180 1310 1160 1340 1136Z';

// Drawn long, then bent up to where the reply is held.
const ARM = 'translate(0 664) scale(1 .82) translate(0 -664)';

/** The hand behind his words; its fingers come over their edge. */
export function handBehindReply(): string {
  return `<g transform="${ARM}"><path d="${handBack}" fill="${skin.shade}"/>
  <path d="${cuff}" transform="translate(8 10)" fill="${cloth.deep}" opacity=".5"/>
  <path d="${cuff}" fill="${cloth.light}"/>
  <path d="M1384 992C1392 1040 1396 1100 1384 1150L1360 1148C1370 1100 1370 1040 1362 996Z" fill="${cloth.mid}"/>
  <path d="M1322 1004L1316 1040C1314 1080 1314 1110 1322 1146L1332 1147C1326 1100 1326 1050 1332 1002Z" fill="${cloth.shade}"/></g>`;
}

/** Neck and chest, in the shadow of the jaw. */
export function torso(): string {
  return `
  <path d="${neckAndChest}" fill="${skin.light}"/>
  <path d="M1026 560L1262 440L1360 640L1262 1080L1130 1080C1180 1000 1170 920 1120 850C1080 800 1050 770 1060 716C1076 700 1090 690 1080 660C1056 640 1040 610 1026 560Z" fill="${skin.shade}"/>
  <path d="M1030 540L1262 440L1296 640C1240 660 1180 640 1130 650C1100 652 1070 630 1026 570Z" fill="${skin.deep}"/>
  <path d="M1168 960C1190 900 1230 850 1280 830L1200 1080Z" fill="${skin.deep}" opacity=".5"/>`;
}

/** The shirt, open to the fourth button and full of wind. */
export function shirt(): string {
  return `
  <linearGradient id="body-light" gradientUnits="userSpaceOnUse" x1="1380" y1="700" x2="1300" y2="1090">
    <stop offset="0" stop-color="${cloth.light}"/><stop offset=".45" stop-color="${cloth.light}"/><stop offset="1" stop-color="${cloth.shade}"/>
  </linearGradient>
  ${piece('tail', tail, mix(cloth.mid, cloth.shade, 0.25), tailFolds)}
  ${piece('body', back + front, 'url(#body-light)', bodyFolds)}
  <g transform="${ARM}">${piece('sleeve', sleeve, cloth.light, sleeveFolds)}</g>
  <path d="${collar}" fill="${cloth.light}"/>
  <path d="${ribbon('1262,600 1284,690 1296,780 1298,850 1350,826 1410,772 1452,690', (t) => 11 * Math.sin(Math.PI * t))}" fill="${cloth.shade}"/>`;
}
