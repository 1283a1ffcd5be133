/** A name and the point that it belongs to, in units of a picture. */
interface NameAt {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Of the circle that the name is of: the name stands beside the circle. Other names stand at their points, or near them. */
  readonly radius?: number;
}

/** A name with half of its width. */
type Measured<Name extends NameAt = NameAt> = Name & { readonly half: number };

/** A name in its space, which is some units away from its point. */
type PlacedName<Name extends NameAt> = Measured<Name> & { readonly across: number; readonly down: number };

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

/** Units of a line of a name. */
const NAME_HEIGHT = 14;
/** Units of letters in the type of the map (browse.css, map.css), with the space between two letters of a county. */
const LETTERS: readonly (readonly [letters: RegExp, units: number])[] = [
  [/[fijlrtI'’ .-]/, 4],
  [/[mwMW]/, 10],
  [/\p{Lu}/u, 7.5],
];
const OTHER_LETTER = 6.5;
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
  for (const names of groups) {
    const measured = names.map((name) => ({ ...name, half: halfWidth(name.text) }));
    taken.push(...placedAmong(measured, taken, circles, picture));
  }
  return taken;
}

function placedAmong<Name extends NameAt>(
  names: readonly Measured<Name>[],
  taken: readonly Measured[],
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
  name: Measured<Name>,
  taken: readonly Measured[],
  circles: readonly CircleAt[],
  picture: Picture,
): PlacedName<Name>[] {
  const { x, y, half } = name;
  const room = FARTHEST.x + 2 * half;
  const near = circles.filter(
    (circle) => Math.max(Math.abs(circle.x - x), Math.abs(circle.y - y)) < room + circle.radius + 1,
  );
  const offsetsOf = name.radius === undefined ? OFFSETS : beside(name, name.radius);
  return offsetsOf.flatMap(([across, down]): PlacedName<Name>[] => {
    const space = { text: name.text, x: x + across, y: y + down, half };
    const isFree =
      isWithin(space, picture) &&
      !near.some((circle) => touches(space, circle)) &&
      !taken.some((other) => covers(space, other));
    return isFree ? [{ ...name, ...space, across, down }] : [];
  });
}

/** To the right of a circle, to the left, below and above. */
function beside({ half }: Measured, radius: number): readonly (readonly [x: number, y: number])[] {
  const [across, down] = [radius + BESIDE + half, radius + BESIDE + NAME_HEIGHT / 2];
  return [
    [across, 0],
    [-across, 0],
    [0, down],
    [0, -down],
  ];
}

const halfWidth = (text: string): number => [...text].reduce((sum, letter) => sum + unitsOf(letter), 0) / 2;

const unitsOf = (letter: string): number =>
  LETTERS.find(([letters]) => letters.test(letter))?.[1] ?? OTHER_LETTER;

const isWithin = (name: Measured, { width, height }: Picture): boolean =>
  name.x - name.half >= 0 &&
  name.x + name.half <= width &&
  name.y - NAME_HEIGHT / 2 >= 0 &&
  name.y + NAME_HEIGHT / 2 <= height;

const covers = (one: Measured, other: Measured): boolean =>
  Math.abs(one.x - other.x) < one.half + other.half && Math.abs(one.y - other.y) < NAME_HEIGHT;

const touches = (name: Measured, { x, y, radius }: CircleAt): boolean => {
  const across = Math.max(0, Math.abs(name.x - x) - name.half);
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
