import type { Coordinates } from '../../dictionary/coordinates.js';
import { geometry } from '../coordinates.js';
import { byLanguage } from '../language.js';
import { isAmong, pointsOf } from '../placenames/geography.js';
import type { Setting } from '../setting.js';

interface Location {
  readonly logainmID: number;
  readonly nameEN?: string | undefined;
  readonly nameGA?: string | undefined;
  readonly coordinates?: Coordinates | undefined;
}

/**
 * Name and point of a place that the folklore collections refer to, in the words of the archive: what the place-names
 * database says comes under another licence and stands in its own files. Where the database is in the same release and
 * gives other points, the point is left to it: one place, one geometry. Where the place was merged into another there, that
 * is said here too: readers of this file alone would take it for a place.
 */
export function nameAndPoint(self: string, location: Location, setting: Setting) {
  const names = byLanguage(location.nameEN, location.nameGA);
  const place = setting.placeRecord(location.logainmID);
  const others = place === undefined ? [] : pointsOf(place);
  const points = [location.coordinates ?? []]
    .flat()
    .filter((point) => others.length === 0 || (others.length === 1 && isAmong(point, others)));
  const replacement = place?.replacementID;
  return {
    label: names,
    name: names,
    isReplacedBy: replacement && setting.iri.place(replacement),
    ...geometry(self, points),
  };
}
