import type { Coordinates } from '../../dictionary/coordinates.js';
import type { Place } from '../../dictionary/placenames/place.js';
import type { Published } from '../../dictionary/privileged.js';
import { fragment } from '../../rdf/iris.js';
import { coded } from '../codes.js';
import { geometry } from '../coordinates.js';
import type { Setting } from '../setting.js';
import { centreOf } from './irish-grid.js';

/** What is known of where a place is. */
export type Located = Pick<Published<Place>, 'geography' | 'gridReferences'> &
  Partial<Pick<Place, 'replacementID'>>;

/**
 * The points that are published of a place: those the database gives; where it gives none, what its grid references say;
 * none of one that was merged into another.
 */
export const pointsOf = (place: Located): readonly Coordinates[] => {
  if (place.replacementID !== undefined) return [];
  const given = place.geography?.coordinates ?? [];
  return given.length > 0 ? given : derivedFrom(place).map(({ point }) => point);
};

/** Whether a point is one of some others. */
export const isAmong = (point: Coordinates, others: readonly Coordinates[]): boolean =>
  others.some(({ latitude, longitude }) => latitude === point.latitude && longitude === point.longitude);

/** The points of a place, whether they are precise, and where they come from. */
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
function derived(self: string, place: Located) {
  const found = derivedFrom(place);
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

const derivedFrom = ({ gridReferences }: Located) =>
  gridReferences.flatMap((grid) => {
    const point = centreOf(grid);
    return point === undefined ? [] : [{ point, grid }];
  });
