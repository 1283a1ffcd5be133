/** A name and the point that it belongs to, in units of a picture. */
interface NameAt {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Of the circle that the name is of: the name stands beside the circle. Other names stand at their points, or near them. */
  readonly radius?: number;
}

/** A name in its space, which is some units away from its point. */
type PlacedName<Name extends NameAt> = Name & { readonly across: number; readonly down: number };

/** A circle of a picture. */
interface CircleAt {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

interface Picture {
  readonly width: number;
  readonly height: number;
}

/** Units of a line of a name, and of one of its letters at most, on average. */
const NAME_HEIGHT = 14;
const LETTER = 6;
/** How far a name may be from its point, and the steps in which a free space is looked for. */
const FARTHEST = { x: 44, y: 34 };
const STEP = 4;
/** Units between a circle and its name. */
const BESIDE = 3;

const OFFSETS = offsets();

/** How often names are placed anew, those first that found no space. */
const MOST_ATTEMPTS = 12;

/**
 * Names near their points, the middle of each at `x`, `y`: none covers a circle or another name, or leaves the picture. A name
 * for which there is no space is left out.
 *
 * @param groups those of the first one have the first choice, and so on
 */
export function placedNames<Name extends NameAt>(
  groups: readonly (readonly Name[])[],
  circles: readonly CircleAt[],
  picture: Picture,
): PlacedName<Name>[] {
  const taken: PlacedName<Name>[] = [];
  for (const names of groups) taken.push(...placedAmong(names, taken, circles, picture));
  return taken;
}

function placedAmong<Name extends NameAt>(
  names: readonly Name[],
  taken: readonly NameAt[],
  circles: readonly CircleAt[],
  picture: Picture,
): PlacedName<Name>[] {
  // Those with the least space begin.
  let queue = names
    .map((name) => spacesOf(name, taken, circles, picture))
    .filter((spaces) => spaces.length > 0)
    .toSorted((one, other) => one.length - other.length);
  let best: PlacedName<Name>[] = [];
  for (let attempt = 0; attempt < MOST_ATTEMPTS && best.length < queue.length; attempt++) {
    const placed: PlacedName<Name>[] = [];
    const without: PlacedName<Name>[][] = [];
    const others: PlacedName<Name>[][] = [];
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

/** The spaces that are free for a name. */
function spacesOf<Name extends NameAt>(
  name: Name,
  taken: readonly NameAt[],
  circles: readonly CircleAt[],
  picture: Picture,
): PlacedName<Name>[] {
  const { x, y } = name;
  const room = FARTHEST.x + 2 * halfWidth(name);
  const near = circles.filter(
    (circle) => Math.max(Math.abs(circle.x - x), Math.abs(circle.y - y)) < room + circle.radius + 1,
  );
  const offsetsOf = name.radius === undefined ? OFFSETS : beside(name, name.radius);
  return offsetsOf.flatMap(([across, down]): PlacedName<Name>[] => {
    const space = { text: name.text, x: x + across, y: y + down };
    const isFree =
      isWithin(space, picture) &&
      !near.some((circle) => touches(space, circle)) &&
      !taken.some((other) => covers(space, other));
    return isFree ? [{ ...name, ...space, across, down }] : [];
  });
}

/** To the right of a circle, to the left, below and above. */
function beside(name: NameAt, radius: number): readonly (readonly [x: number, y: number])[] {
  const [across, down] = [radius + BESIDE + halfWidth(name), radius + BESIDE + NAME_HEIGHT / 2];
  return [
    [across, 0],
    [-across, 0],
    [0, down],
    [0, -down],
  ];
}

/** The half of the width of a name. */
const halfWidth = ({ text }: { readonly text: string }): number => (text.length * LETTER) / 2;

const isWithin = (name: NameAt, { width, height }: Picture): boolean =>
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
