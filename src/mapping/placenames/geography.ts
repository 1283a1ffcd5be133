import type { Place } from '../../dictionary/placenames/place.js';
import type { Published } from '../../dictionary/privileged.js';
import { coded } from '../codes.js';
import { geometry } from '../coordinates.js';
import type { Setting } from '../setting.js';

/** The points of a place, whether they are precise, and where they come from. */
export function geography(self: string, { geography }: Published<Place>, setting: Setting) {
  if (geography === undefined) return {};
  const { coordinateSource } = coded({ coordinateSource: geography.source }, setting);
  return geometry(self, geography.coordinates, {
    accurateCoordinates: geography.accurate,
    coordinateSource,
    coordinateSourceText: coordinateSource === undefined ? geography.source : undefined,
  });
}
