/** A name and the point that it belongs to, in units of a picture. */
interface NameAt {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** A name in its space, which is some units away from its point. */
interface PlacedName extends NameAt {
  readonly across: number;
  readonly down: number;
}

/** A circle of a picture. */
interface CircleAt {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Units of a line of a name, and of one of its letters at most, on average. */
const NAME_HEIGHT = 14;
const LETTER = 6;
/** How far a name may be from its point, and the steps in which a free space is looked for. */
const FARTHEST = { x: 44, y: 34 };
const STEP = 4;

const OFFSETS = offsets();

/** How often names are placed anew, those first that found no space. */
const MOST_ATTEMPTS = 12;

/**
 * Names near their points, the middle of each at `x`, `y`: none covers a circle or another name, or leaves the picture. A name
 * for which there is no space is left out.
 */
export function placedNames(
  names: readonly NameAt[],
  circles: readonly CircleAt[],
  picture: { readonly width: number; readonly height: number },
): PlacedName[] {
  // Those with the least space begin.
  let queue = names
    .map(({ text, x, y }) => {
      const room = FARTHEST.x + halfWidth({ text });
      const near = circles.filter(
        (circle) => Math.max(Math.abs(circle.x - x), Math.abs(circle.y - y)) < room + circle.radius + 1,
      );
      return OFFSETS.map(([across, down]) => ({ text, x: x + across, y: y + down, across, down })).filter(
        (one) => isWithin(one, picture) && !near.some((circle) => touches(one, circle)),
      );
    })
    .filter((spaces) => spaces.length > 0)
    .toSorted((one, other) => one.length - other.length);
  let best: PlacedName[] = [];
  for (let attempt = 0; attempt < MOST_ATTEMPTS && best.length < queue.length; attempt++) {
    const placed: PlacedName[] = [];
    const without: PlacedName[][] = [];
    const others: PlacedName[][] = [];
    for (const spaces of queue) {
      const place = spaces.find((one) => !placed.some((other) => covers(one, other)));
      if (place !== undefined) placed.push(place);
      (place === undefined ? without : others).push(spaces);
    }
    if (placed.length > best.length) best = placed;
    queue = [...without, ...others];
  }
  return best;
}

/** The half of the width of a name. */
const halfWidth = ({ text }: { readonly text: string }): number => (text.length * LETTER) / 2;

const isWithin = (
  name: NameAt,
  { width, height }: { readonly width: number; readonly height: number },
): boolean =>
  name.x - halfWidth(name) >= 0 &&
  name.x + halfWidth(name) <= width &&
  name.y - NAME_HEIGHT / 2 >= 0 &&
  name.y + NAME_HEIGHT / 2 <= height;

const covers = (one: NameAt, other: NameAt): boolean =>
  Math.abs(one.x - other.x) < halfWidth(one) + halfWidth(other) && Math.abs(one.y - other.y) < NAME_HEIGHT;

const touches = (name: NameAt, { x, y, radius }: CircleAt): boolean => {
  const across = Math.max(0, Math.abs(name.x - x) - halfWidth(name));
  const down = Math.max(0, Math.abs(name.y - y) - NAME_HEIGHT / 2);
  return Math.hypot(across, down) < radius + 1;
};

/** Steps away from a point, the nearest first. */
function offsets(): readonly (readonly [x: number, y: number])[] {
  const all: [x: number, y: number][] = [];
  for (let y = -FARTHEST.y; y <= FARTHEST.y; y += STEP)
    for (let x = -FARTHEST.x; x <= FARTHEST.x; x += STEP) all.push([x, y]);
  return all.toSorted((a, b) => Math.hypot(...a) - Math.hypot(...b));
}
