import type { Place } from '../../dictionary/placenames/place.js';
import type { Located } from './geography.js';
import type { Wording } from './placename.js';

/** Of a place of the place-names database what others need that speak of it: how it is called, and where it is. */
export interface KnownPlace extends Located {
  readonly id: number;
  readonly placenames: readonly Wording[];
}

/** The same of a whole record, of which nothing else is held: there are many, and all of them are needed at once. */
export const knownPlace = ({ id, placenames, geography, gridReferences }: Place): KnownPlace => ({
  ...{ id, geography, gridReferences },
  placenames: placenames.map(({ wording, language, main }) => ({ wording, language, main })),
});
