import { Random } from '../../base/random.js';

/** A grey picture: a byte for each pixel, row by row, 0 black to 255 white. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** What a picture is of. The same record gives the same picture. */
export interface Pictured {
  readonly kind: 'page' | 'photograph';
  readonly id: number;
}

/** Pixels of the whole picture, for each kind. */
export const SIZES = {
  page: { width: 900, height: 1200 },
  photograph: { width: 1000, height: 720 },
} as const satisfies Readonly<Record<Pictured['kind'], Omit<GreyPicture, 'pixels'>>>;

/** Draws the picture of a record: lines of writing on paper, or a house in hills. The id is written in a corner. */
export function draw({ kind, id }: Pictured): GreyPicture {
  const canvas = new Canvas(SIZES[kind].width, SIZES[kind].height);
  const random = new Random(1, `picture of a ${kind}`, id);
  (kind === 'page' ? drawPage : drawPhotograph)(canvas, random);
  const { width, height } = canvas;
  drawNumber(canvas, id, { right: width - 40, top: kind === 'page' ? 40 : height - 72 });
  return canvas;
}

/** Grey shades. */
const PAPER = 236;
const RULE = 205;
const INK = 52;

class Canvas implements GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height);
  }

  /** Sets every pixel by its place. */
  shade(shadeAt: (x: number, y: number) => number): void {
    for (let y = 0; y < this.height; y++)
      for (let x = 0; x < this.width; x++) this.pixels[y * this.width + x] = shadeAt(x, y);
  }

  /** Fills a rectangle; what is outside of the picture is left out. */
  fill(left: number, top: number, width: number, height: number, shade: number): void {
    for (let y = Math.max(0, Math.round(top)); y < Math.min(this.height, Math.round(top + height)); y++)
      this.pixels.fill(
        shade,
        y * this.width + Math.max(0, Math.round(left)),
        y * this.width + Math.min(this.width, Math.max(0, Math.round(left + width))),
      );
  }

  /** A line of a pen of some width. */
  stroke(from: readonly [x: number, y: number], to: readonly [x: number, y: number], width: number): void {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy)));
    for (let step = 0; step <= steps; step++) {
      const [x, y] = [from[0] + (dx * step) / steps, from[1] + (dy * step) / steps];
      this.fill(x - width / 2, y - width / 2, width, width, INK);
    }
  }
}

/** Lines of writing: words of joined loops, paragraphs that begin further right. */
function drawPage(canvas: Canvas, random: Random): void {
  const { width, height } = canvas;
  canvas.shade(
    (x, y) => PAPER - Math.abs(x - width / 2) / 40 - Math.abs(y - height / 2) / 60 - random.below(3),
  );
  const [margin, step] = [90, 42];
  for (let line = 150; line < height - 90; line += step) {
    canvas.fill(margin - 30, line + 8, width - 2 * margin + 60, 1, RULE);
    const isLast = random.chance(0.12);
    const end = isLast ? width * (0.3 + random.below(40) / 100) : width - margin;
    let x = margin + (random.chance(0.12) ? 60 : 0);
    while (x < end - 30) {
      const word = Math.min(random.between(1, 8) * 15, end - x);
      drawWord(canvas, random, [x, line], word);
      x += word + 18;
    }
  }
}

/** One word: a loop for each letter, some of which reach above the line or below it. */
function drawWord(
  canvas: Canvas,
  random: Random,
  [left, line]: readonly [number, number],
  width: number,
): void {
  let from: readonly [number, number] = [left, line];
  for (let x = left; x < left + width; x += 15) {
    const reach = random.pick([11, 11, 12, 13, 24, -12]);
    for (let angle = 1; angle <= 8; angle++) {
      const turn = (angle / 8) * Math.PI;
      const to = [x + (angle * 15) / 8 + Math.sin(turn) * 3, line - Math.sin(turn) * reach] as const;
      canvas.stroke(from, to, 2.6);
      from = to;
    }
  }
}

/** A house among hills below a sky, on paper with a white edge. */
function drawPhotograph(canvas: Canvas, random: Random): void {
  const { width, height } = canvas;
  const hills = [0, 1, 2].map((hill) => ({
    base: height * (0.42 + hill * 0.14),
    shade: 150 - hill * 34,
    waves: [0, 1, 2].map((wave) => ({
      rise: random.between(10, 46) / (wave + 1),
      turn: (random.between(4, 12) * (wave + 1)) / 1000,
      start: random.below(628) / 100,
    })),
  }));
  const topOf = ({ base, waves }: (typeof hills)[number], x: number): number =>
    waves.reduce((top, { rise, turn, start }) => top + rise * Math.sin(x * turn + start), base);
  const tops = hills.map((hill) => Float64Array.from({ length: width }, (_, x) => topOf(hill, x)));
  canvas.shade((x, y) => {
    const behind = hills.findLastIndex((_, hill) => y >= (tops[hill]?.[x] as number));
    const shade = behind < 0 ? 225 - (y / height) * 60 : (hills[behind]?.shade as number);
    return shade - random.below(10);
  });
  const [left, size] = [random.between(160, width - 420), random.between(110, 190)];
  const ground = (tops[2]?.[Math.round(left + size / 2)] as number) + 40;
  const wall = size * 0.42;
  canvas.fill(left, ground - wall, size, wall, 226);
  for (let row = 0; row < wall * 0.8; row++)
    canvas.fill(left - 10 + row * 0.4, ground - wall - row, size + 20 - row * 0.8, 1, 92);
  canvas.fill(left + size * 0.44, ground - wall * 0.7, size * 0.13, wall * 0.7, 46);
  for (const at of [0.14, 0.74])
    canvas.fill(left + size * at, ground - wall * 0.7, size * 0.13, wall * 0.3, 60);
  canvas.fill(left + size * 0.78, ground - wall * 1.9, size * 0.1, wall * 0.5, 80);
  const edge = 24;
  canvas.fill(0, 0, width, edge, 244);
  canvas.fill(0, height - edge, width, edge, 244);
  canvas.fill(0, 0, edge, height, 244);
  canvas.fill(width - edge, 0, edge, height, 244);
}

/** The strokes of each digit on a display of seven: top, upper left, upper right, middle, lower left, lower right, bottom. */
const DIGITS = [
  '1110111',
  '0010010',
  '1011101',
  '1011011',
  '0111010',
  '1101011',
  '1101111',
  '1010010',
  '1111111',
  '1111011',
] as const;

/** The ends of these strokes, in the width and half the height of a digit. */
const STROKES = [
  [0, 0, 1, 0],
  [0, 0, 0, 1],
  [1, 0, 1, 1],
  [0, 1, 1, 1],
  [0, 1, 0, 2],
  [1, 1, 1, 2],
  [0, 2, 1, 2],
] as const;

/** A number in dark digits on a light ground. */
function drawNumber(canvas: Canvas, number: number, { right, top }: { right: number; top: number }): void {
  const digits = [...String(number)];
  const [size, step] = [12, 20];
  const left = right - digits.length * step;
  canvas.fill(left - 8, top - 6, digits.length * step + 8, 2 * size + 12, 244);
  for (const [at, digit] of digits.entries())
    for (const [stroke, [fromX, fromY, toX, toY]] of STROKES.entries()) {
      if (DIGITS[Number(digit)]?.[stroke] !== '1') continue;
      const place = (x: number, y: number) => [left + at * step + x * size, top + y * size] as const;
      canvas.stroke(place(fromX, fromY), place(toX, toY), 3);
    }
}

/** A part of a picture in another size: each pixel is the mean of those that it stands for. */
export function cutAndScaled(
  picture: GreyPicture,
  region: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  { width, height }: { readonly width: number; readonly height: number },
): GreyPicture {
  const pixels = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const [top, bottom] = rangeOf(row, height, region.y, region.height);
    for (let column = 0; column < width; column++) {
      const [left, right] = rangeOf(column, width, region.x, region.width);
      let sum = 0;
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) sum += picture.pixels[y * picture.width + x] as number;
      pixels[row * width + column] = Math.round(sum / ((bottom - top) * (right - left)));
    }
  }
  return { width, height, pixels };
}

/** The pixels of the source, at least one, that a pixel of the result stands for. */
function rangeOf(at: number, count: number, start: number, length: number): [from: number, to: number] {
  const from = start + Math.floor((at * length) / count);
  return [from, Math.max(from + 1, start + Math.floor(((at + 1) * length) / count))];
}
