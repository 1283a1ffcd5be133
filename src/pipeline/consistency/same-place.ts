import type { MappingContext } from '../../model/mapping/mapping-context.js';
import { pointsOf } from '../../model/mapping/placenames/geography.js';
import type { PublishableRecord } from '../../model/records/record.js';
import type { Coordinates } from '../../model/schema/fields.js';
import type { AddRow } from '../rows/row-buffer.js';
import type { IriNaming } from './check.js';
import { quoted } from './rules.js';

/** Degrees between two points that may be two measurements of one place: some hundred metres. */
const NEAR = 0.001;

/**
 * A place that both services have: is it still one place (X21), with the same name (X9), at one point (X22)? Adds a row for each
 * finding.
 */
export function compareWithPlaceRecord(
  one: PublishableRecord,
  placeRecord: MappingContext['placeRecord'],
  { iri }: IriNaming,
  add: AddRow,
): void {
  if (one.kind !== 'county' && one.kind !== 'location-ireland') return;
  const { logainmID, nameEN, nameGA, coordinates } = one.record;
  const place = placeRecord(logainmID);
  if (place === undefined) return;
  const { service, request, pointer } = one.origin;
  const found = (rule: 'X9' | 'X21' | 'X22', term: string, value: string): void =>
    add('finding', rule, one.kind, one.id, service, request, pointer, term, value);
  if (place.replacementID !== undefined) {
    found('X21', 'isReplacedBy', iri({ kind: 'place', id: place.replacementID }));
    return;
  }
  for (const [language, name] of Object.entries({ en: nameEN, ga: nameGA })) {
    const names = place.placenames.filter((other) => other.language?.toLowerCase() === language);
    if (name === undefined || names.length === 0) continue;
    if (!names.some(({ wording }) => isAlike(wording, name))) found('X9', 'name', quoted(name, language));
  }
  const points = pointsOf(place);
  if (coordinates === undefined || points.length === 0) return;
  if (points.some((at) => isNear(coordinates, at))) return;
  const { latitude, longitude } = coordinates;
  found('X22', 'coordinates', quoted(`${latitude}, ${longitude}`));
}

const isNear = (one: Coordinates, other: Coordinates): boolean =>
  Math.abs(one.latitude - other.latitude) <= NEAR && Math.abs(one.longitude - other.longitude) <= NEAR;

/** Names that differ in letter case or separators only are the same. */
const isAlike = (one: string, other: string): boolean => bare(one) === bare(other);
const bare = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
