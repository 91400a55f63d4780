import { mix, palette } from '../../src/pictures/palette.ts';
import { hair, skin } from './tones.ts';

// In profile, facing left, in a space where the hairline lies at y = 0 and the chin at 456.
const profile =
  'M150 -70C96 -50 62 -14 53 36C50 66 44 88 33 106C25 120 30 138 48 156C44 182 14 216 -13 246C-22 258 -15 271 3 275C20 277 34 279 42 287C44 297 40 304 33 311C27 317 29 323 39 327C31 331 28 339 34 347C41 355 52 359 51 369C49 379 33 387 29 404C26 428 36 450 66 459C86 463 106 460 126 454L222 414C252 400 266 376 273 342L296 200L350 40Z';

const stubble =
  'M276 196C262 262 232 306 186 322C150 334 118 322 98 312C84 300 64 286 44 286L33 311L78 322C96 330 98 352 84 362C70 372 58 368 51 369L24 404L60 476L240 440L300 340Z';

/** Fabio's head without its hair: lit by the screen in front of him, falling to shadow at the jaw's corner. */
export function face(): string {
  return `
  <defs>
    <clipPath id="head"><path d="${profile}"/></clipPath>
    <linearGradient id="face-light" gradientUnits="userSpaceOnUse" x1="10" y1="330" x2="260" y2="190">
      <stop offset="0" stop-color="${skin.glow}"/>
      <stop offset=".55" stop-color="${skin.light}"/>
      <stop offset="1" stop-color="${skin.mid}"/>
    </linearGradient>
  </defs>
  <path d="${profile}" fill="url(#face-light)"/>
  <g clip-path="url(#head)">
    <path d="M140 -80L116 40L122 112L160 160L196 226L140 292L126 340L150 400L120 480L340 480L380 -80Z" fill="${skin.mid}"/>
    <path d="M190 -80L176 60L186 140L232 214L184 276L172 324L196 380L170 460L340 460L400 -80Z" fill="${skin.shade}"/>
    <path d="M30 112C60 116 100 118 136 130L150 150C112 146 78 152 56 172C52 160 40 140 30 112Z" fill="${skin.shade}"/>
    <path d="M50 160C62 184 56 204 40 222C30 234 26 246 24 258C10 252 18 232 32 212C42 196 50 182 50 160Z" fill="${skin.mid}" opacity=".6"/>
    <path d="M3 275C12 260 30 246 50 250C64 256 64 272 54 284C42 276 24 275 3 275Z" fill="${skin.shade}"/>
    <path d="M60 262C76 274 88 292 94 312C84 298 70 288 56 284Z" fill="${skin.mid}"/>
    <path d="${stubble}" fill="${mix(skin.shade, hair.amber, 0.4)}" opacity=".42"/>
    <path d="M33 311C46 314 62 316 84 330C66 330 52 328 39 327C29 323 27 317 33 311Z" fill="${skin.shade}"/>
    <path d="M39 327C54 329 74 329 92 321" fill="none" stroke="${skin.deep}" stroke-width="4.5" stroke-linecap="round"/>
    <path d="M36 331C50 332 62 332 74 334C66 346 48 352 34 347C29 341 31 335 36 331Z" fill="${mix(skin.light, palette.rose, 0.35)}"/>
    <path d="M50 358C62 362 72 364 84 362C74 376 60 376 50 376C52 368 51 364 50 358Z" fill="${skin.shade}" opacity=".8"/>
    <path d="M30 428C66 446 110 440 226 384L280 330L260 480L50 480Z" fill="${skin.shade}" opacity=".7"/>
  </g>
  <path d="M26 112C44 98 96 96 152 122C160 127 160 132 154 133C118 122 82 124 52 134C40 137 30 130 26 112Z" fill="${hair.dark}"/>
  <path d="M64 184C82 192 106 190 132 174C126 190 108 199 92 199C80 198 70 194 64 184Z" fill="${hair.dark}"/>
  <path d="M70 176C84 164 108 160 132 170" fill="none" stroke="${skin.deep}" stroke-width="4" stroke-linecap="round" opacity=".55"/>
  <path d="M96 208C106 210 120 206 128 198" fill="none" stroke="${skin.shade}" stroke-width="4" stroke-linecap="round" opacity=".7"/>`;
}
