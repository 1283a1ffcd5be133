import { Dice } from './dice.js';

/**
 * One way to make a record dirty; what it gives back still reads by its dictionary as it stands. Undefined where the
 * record has nothing that could be dirty so.
 */
export type Soil<R> = (record: R, dice: Dice) => R | undefined;

/** The ways in which records of a kind are dirty, by name. */
export type Soils<R> = Readonly<Record<string, Soil<R>>>;

/** Makes some of the records dirty, by their numbers. */
export type Soiler<R> = (record: R, number: number) => R;

/** A record that was made dirty, and in which way. */
export interface Soiled {
  readonly kind: string;
  readonly id: number;
  readonly way: string;
}

/** How dirty a world is. */
export interface Dirt {
  /** The share of records that carry some, 0 to 1. */
  readonly share: number;
  /** Told of every record that was made dirty, and again when the record is made again. */
  readonly tell?: ((soiled: Soiled) => void) | undefined;
}

/**
 * Makes the function that soils a share of the records of a kind, each in one of the ways. Choices are drawn
 * apart from those that made the record, so that worlds that differ in dirt differ in nothing else.
 *
 * No way may bring in a value that an index of volumes would have to know: codes are soiled with codes that
 * no filter takes, people and places are left alone.
 */
export function soilerOf<R extends { readonly id: number }>(
  seed: number,
  { share, tell }: Dirt,
  kind: string,
  soils: Soils<R>,
): Soiler<R> {
  if (share === 0) return (record) => record;
  const ways = Object.keys(soils);
  return (record, number) => {
    const dice = new Dice(seed, `dirt of ${kind}`, number);
    if (!dice.chance(share)) return record;
    const first = dice.below(ways.length);
    // What cannot be dirty in one way is in the next.
    for (const way of [...ways.slice(first), ...ways.slice(0, first)]) {
      const soiled = soils[way]?.(record, dice);
      if (soiled === undefined) continue;
      tell?.({ kind, id: record.id, way });
      return soiled;
    }
    return record;
  };
}
