import { fontOf } from './set-name.ts';

/** A story is as large as a phone's screen; its upper 250 and lower 340 pixels are behind buttons. */
export const WIDTH = 1080;
export const HEIGHT = 1920;

/** Left of it the spine, right of it the pages. */
export const COVER = { left: 50, right: WIDTH - 14 };
export const MIDDLE = (COVER.left + COVER.right) / 2;

/** A colour's name in tokens.css, with its alpha where it is not opaque, and where it stands, 0 to 1. */
type Stop = [at: number, colour: string, alpha?: number];

interface Line {
  x?: number;
  /** The baseline. */
  y: number;
  size: number;
  /** A wider line is made smaller. */
  most: number;
  colour: string;
  align?: CanvasTextAlign;
}

export type Brush = ReturnType<typeof brushFor>;

/** What every part of the cover is drawn with. Throws where the browser has no canvas to give. */
export function brushFor(canvas: HTMLCanvasElement) {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no canvas.');
  const styles = getComputedStyle(document.documentElement);

  const colour = (name: string, alpha = 1) => {
    const value = styles.getPropertyValue(`--${name}`).trim();
    const share = Math.round(alpha * 255);
    return alpha === 1 ? value : value + share.toString(16).padStart(2, '0');
  };

  return {
    context,
    colour,
    gradient(gradient: CanvasGradient, ...stops: Stop[]) {
      for (const [at, name, alpha] of stops) gradient.addColorStop(at, colour(name, alpha));
      return gradient;
    },
    /** Draws something that leaves the brush as it was: with its own origin, and a shadow of that size. */
    apart(x: number, y: number, shadow: number, draw: () => void) {
      context.save();
      context.translate(x, y);
      context.shadowColor = colour('shadow');
      context.shadowBlur = shadow;
      context.shadowOffsetY = shadow / 2;
      draw();
      context.restore();
    },
    /** What follows lies flat on what was drawn before. */
    flat() {
      context.shadowColor = 'transparent';
    },
    /** A line in the display face. */
    write(text: string, line: Line) {
      writeIn(fontOf(line.size), text, line);
    },
    /** A line in the face of the system. */
    print(text: string, line: Line) {
      writeIn(`700 ${line.size}px system-ui, sans-serif`, text, line);
    },
    /** A small line in capitals, spaced out where the browser can. */
    announce(text: string, line: Line) {
      if ('letterSpacing' in context) context.letterSpacing = '0.22em';
      writeIn(`600 ${line.size}px system-ui, sans-serif`, text.toUpperCase(), line);
      if ('letterSpacing' in context) context.letterSpacing = '0px';
    },
  };

  function writeIn(font: string, text: string, line: Line) {
    if (!context) return;
    const { x = MIDDLE, y, most, align = 'center' } = line;
    context.font = font;
    context.textAlign = align;
    context.fillStyle = colour(line.colour);
    const scale = Math.min(1, most / context.measureText(text).width);
    context.save();
    context.translate(x, y);
    context.scale(scale, scale);
    context.fillText(text, 0, 0);
    context.restore();
  }
}
