import type { Place } from '../../dictionary/placenames/place.js';
import type { Located } from './geography.js';
import type { Wording } from './placename.js';

/** What the place-names database says of a place that the archive speaks of, as far as the two are compared. */
export interface KnownPlace extends Located {
  readonly id: number;
  /** The place that it was merged into; then nothing else is published of it. */
  readonly replacementID?: number | undefined;
  readonly placenames: readonly Pick<Wording, 'wording' | 'language'>[];
}

/** The same of a whole record, of which nothing else is held: there are many, and all of them are needed at once. */
export const knownPlace = ({
  id,
  replacementID,
  placenames,
  geography,
  gridReferences,
}: Place): KnownPlace => ({
  ...{ id, replacementID, geography, gridReferences },
  placenames: placenames.map(({ wording, language }) => ({ wording, language })),
});
