import type { Coordinates } from '../../dictionary/coordinates.js';
import { geometry } from '../coordinates.js';
import { byLanguage } from '../language.js';
import { geography } from '../placenames/geography.js';
import { namesOf } from '../placenames/placename.js';
import type { Setting } from '../setting.js';

interface Location {
  readonly logainmID: number;
  readonly nameEN?: string | undefined;
  readonly nameGA?: string | undefined;
  readonly coordinates?: Coordinates | undefined;
}

/**
 * Name and point of a place that the folklore collections refer to, so that they can be used alone. They come
 * from the place-names database where it is in the same release (model 3.6): one place, one name.
 */
export function nameAndPoint(self: string, location: Location, setting: Setting) {
  const place = setting.placeRecord(location.logainmID);
  if (place !== undefined) {
    const { main } = namesOf(place.placenames);
    return { label: main, name: main, ...geography(self, place, setting) };
  }
  const names = byLanguage(location.nameEN, location.nameGA);
  return { label: names, name: names, ...geometry(self, [location.coordinates ?? []].flat()) };
}
