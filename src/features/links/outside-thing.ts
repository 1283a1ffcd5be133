import { webAddress } from '../../model/rdf/iris.js';
import type { LinkedKind } from './links-table.js';

/** The IRIs of things in other datasets, by the ids that these give. */
export const ELSEWHERE = {
  wikidata: (item: string) => `http://www.wikidata.org/entity/${item}`,
  geonames: (id: string) => `https://sws.geonames.org/${id}/`,
  openStreetMap: (type: string, id: string) => `https://www.openstreetmap.org/${type}/${id}`,
  viaf: (id: string) => `http://viaf.org/viaf/${id}`,
  isni: (id: string) => `https://isni.org/isni/${id}`,
} as const;

/** The sources whose downloads are read. */
export type LinkSource = 'wikidata' | 'overpass' | 'geonames' | 'viaf' | 'isni';

/** An identifier of a record of ours that a source states. */
export interface StatedId {
  readonly kind: LinkedKind;
  /** The id of the record, or the id in the authority file that the record has. */
  readonly by: 'id' | 'authority';
  readonly value: string;
}

/** A thing of another dataset. */
export interface OutsideThing {
  readonly iri: string;
  /** Where it stands in a file: `IE.txt line 12`. */
  readonly at: string;
  readonly title: string;
  /** Who states the identifiers: `Wikidata P5097`. */
  readonly statedBy: string;
  readonly ids: readonly StatedId[];
  /** Names of a place, the first one first; none of a person. */
  readonly names: readonly string[];
  readonly point?: Point | undefined;
  /** What kind of thing it is, as reference-data/link-kinds.yaml names kinds: `geonames PPL`, `osm place=town`, `wikidata lake`. */
  readonly kinds: readonly string[];
  /** The class of GeoNames, where the source gives one. */
  readonly fclass?: string | undefined;
}

/** A row of a source that cannot be used. */
export interface OutsideFault {
  readonly at: string;
  readonly fault: string;
  /** Whether the whole file is incomplete. */
  readonly isWhole?: boolean;
}

export type OutsideRow = OutsideThing | OutsideFault;

/** A point in degrees of WGS 84. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A point; undefined unless both are degrees. 0, 0 stands for no point in many datasets. */
export function pointOf(latitude: unknown, longitude: unknown): Point | undefined {
  const [lat, lon] = [degrees(latitude, 90), degrees(longitude, 180)];
  if (lat === undefined || lon === undefined || (lat === 0 && lon === 0)) return undefined;
  return { latitude: lat, longitude: lon };
}

function degrees(value: unknown, most: number): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
  const number = isNumber ? Number(value) : Number.NaN;
  return Math.abs(number) <= most ? number : undefined;
}

/** Characters of a name, and names of a thing, at most: what is longer is no name of a place. */
const LONGEST_NAME = 200;
const MOST_NAMES = 200;

/** The names of a thing, each once, without controls and blanks at the ends. */
export function namesOf(texts: Iterable<unknown>): string[] {
  const names = new Set<string>();
  for (const text of texts) {
    if (typeof text !== 'string' || names.size >= MOST_NAMES) continue;
    const name = text
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim()
      .normalize('NFC');
    if (name !== '' && name.length <= LONGEST_NAME && name.isWellFormed()) names.add(name);
  }
  return [...names];
}

/** The id of a place of the place-names database; undefined for anything else. */
export const placeId = (text: string): string | undefined =>
  /^\d{1,15}$/.test(text) ? text.replace(/^0+(?=\d)/, '') : undefined;

/** The IRI of an item of Wikidata, from its IRI or id. */
export function wikidataIri(text: string): string | undefined {
  const [, item] =
    /^(?:https?:\/\/(?:www\.)?wikidata\.org\/(?:entity|wiki)\/)?(Q[1-9]\d{0,14})$/.exec(text.trim()) ?? [];
  return item === undefined ? undefined : ELSEWHERE.wikidata(item);
}

/** The id of VIAF in an id or an address. */
export function viafId(text: string): string | undefined {
  return /^(?:https?:\/\/(?:www\.)?viaf\.org\/viaf\/)?([1-9]\d{0,21})\/?$/.exec(text.trim())?.[1];
}

/**
 * The sixteen characters of an ISNI, from its form with blanks or hyphens, or an address.
 *
 * @returns undefined unless the check character is right (ISO 27729, section 4.3: ISO 7064, MOD 11-2)
 */
export function isniOf(text: string): string | undefined {
  const [, given = ''] =
    /^(?:https?:\/\/(?:www\.)?isni\.org\/(?:isni\/)?|ISNI:?\s*)?([\dXx \u00A0-]+)$/i.exec(text.trim()) ?? [];
  const isni = given.replace(/[ \u00A0-]/g, '').toUpperCase();
  if (!/^\d{15}[\dX]$/.test(isni)) return undefined;
  let sum = 0;
  for (const digit of isni.slice(0, 15)) sum = (sum + Number(digit)) * 2;
  const check = (12 - (sum % 11)) % 11;
  return isni.endsWith(check === 10 ? 'X' : String(check)) ? isni : undefined;
}

/** An IRI that may stand in the table; undefined for anything else. */
export const plainIri = (iri: string): string | undefined => (webAddress(iri) === iri ? iri : undefined);
