import type { Place } from '../../dictionary/placenames/place.js';
import type { Published } from '../../dictionary/privileged.js';
import { fragment } from '../../rdf/iris.js';
import { coded } from '../codes.js';
import { geometry } from '../coordinates.js';
import type { Setting } from '../setting.js';
import { centreOf } from './irish-grid.js';

/** What is known of where a place is. */
export type Located = Pick<Published<Place>, 'geography' | 'gridReferences'>;

/**
 * The points of a place: those the database gives, whether they are precise, and where they come from; where it gives
 * none, what its grid references say.
 */
export const geography = (self: string, place: Located, setting: Setting) =>
  (place.geography?.coordinates ?? []).length > 0 ? given(self, place, setting) : derived(self, place);

function given(self: string, { geography }: Located, setting: Setting) {
  const { coordinateSource } = coded({ coordinateSource: geography?.source }, setting);
  return geometry(self, geography?.coordinates ?? [], {
    accurateCoordinates: geography?.accurate,
    coordinateSource,
    coordinateSourceText: coordinateSource === undefined ? geography?.source : undefined,
  });
}

/** Ours, not the database's: so they say that they are from the grid, not precise, and from which reference. */
function derived(self: string, { gridReferences }: Located) {
  const found = gridReferences.flatMap((grid) => {
    const point = centreOf(grid);
    return point === undefined ? [] : [{ point, grid }];
  });
  return geometry(
    self,
    found.map(({ point }) => point),
    {
      accurateCoordinates: false,
      coordinateSource: 'grid',
      wasDerivedFrom: found.map(({ grid }) => fragment.grid(self, grid)),
    },
  );
}
