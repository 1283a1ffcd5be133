import { digits } from '../calendar.js';
import type { Dice } from '../dice.js';

/** The name of a page's picture; some old ones were written with a backslash. */
export function imageFile(collection: string, volumeNumber: string, place: number, dice: Dice): string {
  const volume = `${collection}_${volumeNumber}`;
  return `${volume}${dice.chance(0.01) ? '\\' : '/'}${volume}_${digits(place + 1, 3)}.jpg`;
}
