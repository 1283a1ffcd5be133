import { contentHash } from './hash.js';
import { BAD_ESCAPE, DOT_SEGMENT, escapeRest, pathOf, splitIri, unlawfulInIri } from './iri-syntax.js';

/** What our data IRIs begin with unless configured. */
export const DATA_BASE = 'https://data.example.org/folklore/';

/** What the IRIs of our vocabulary begin with in the files of this package, and in a release unless configured. */
export const VOCABULARY_BASE = 'https://w3id.org/folklore-ld/';

/** A file of this package with the vocabulary base of a release: the base stands in it only to begin IRIs. */
export const inVocabularyBase = (text: string, base: string): string =>
  text.replaceAll(VOCABULARY_BASE, () => base);

/** The collections that hold volumes. */
export type VolumeCollection = 'cbe' | 'cbes';
/** The folklore collections, by the path segments of the archive service. */
export type Collection = VolumeCollection | 'cbeg' | 'cbed';

/**
 * A source code as a path segment: what RFC 3986 does not reserve stays as it is. One accent spelt in two ways is
 * one code. Half a character has no escape, so such a code stays as it is, for the term gate to stop it.
 */
export const segment = (code: string): string =>
  code.isWellFormed()
    ? encodeURIComponent(code.normalize('NFC')).replace(
        /[!'()*]/g,
        (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
      )
    : code;

/**
 * Every IRI we mint, by kind of thing (model 2.2 and 2.3). Nothing else in the source makes an IRI.
 *
 * @param base the data base IRI: https, ending in `/`
 */
export function mintIris(base: string) {
  return {
    base,
    collection: (collection: Collection) => `${base}${collection}`,
    volume: (collection: VolumeCollection, id: number) => `${base}${collection}/volume/${id}`,
    page: (collection: VolumeCollection, id: number) => `${base}${collection}/page/${id}`,
    part: (collection: VolumeCollection, id: number) => `${base}${collection}/part/${id}`,
    item: (collection: VolumeCollection, id: number) => `${base}${collection}/item/${id}`,
    schoolsPerson: (id: number) => `${base}cbes/person/${id}`,
    schoolsTopic: (id: number) => `${base}cbes/topic/${id}`,
    transcript: (id: number) => `${base}cbes/transcript/${id}`,
    transcriber: (id: number) => `${base}meitheal/${id}`,
    photograph: (id: number) => `${base}cbeg/photograph/${id}`,
    handbookTopic: (code: string) => `${base}handbook/${segment(code)}`,
    person: (id: number) => `${base}cbed/person/${id}`,
    occupation: (code: string) => `${base}cbed/occupation/${segment(code)}`,
    place: (id: number) => `${base}place/${id}`,
    country: (isoCode: string) => `${base}country/${segment(isoCode.toUpperCase())}`,
    abroad: (id: number) => `${base}abroad/${id}`,
    category: (code: string) => `${base}category/${segment(code)}`,
    acceptability: (id: number) => `${base}acceptability/${id}`,
    cluster: (focus: number) => `${base}cluster/${focus}`,
    glossary: (id: number) => `${base}glossary/${id}`,
    resource: (id: number) => `${base}resource/${id}`,
    supplier: (id: number) => `${base}supplier/${id}`,
    organisation: (name: 'archive' | 'placenames') => `${base}org/${name}`,
    scheme: (name: Scheme) => `${base}${name}`,
  };
}

/** The small lists that are published as concept schemes or lexicon. */
export type Scheme =
  | 'cbes/topics'
  | 'handbook'
  | 'cbed/occupations'
  | 'category'
  | 'acceptability'
  | 'glossary';

export type Iris = ReturnType<typeof mintIris>;

/** Nodes that belong to one record: fragments of its IRI, never blank, never numbered by position (model 2.3). */
export const fragment = {
  date: (record: string, which: 'date' | 'birth-date' | 'death-date') => `${record}#${which}`,
  role: (record: string, role: string, person: number) => `${record}#role-${role}-${person}`,
  school: (part: string) => `${part}#school`,
  image: (record: string) => `${record}#image`,
  digitization: (record: string) => `${record}#digitization`,
  personName: (
    person: string,
    name: { fullName: string; firstNames?: string | undefined; surname?: string | undefined },
  ) =>
    `${person}#name-${contentHash({ fullName: name.fullName, firstNames: name.firstNames, surname: name.surname })}`,
  format: (
    record: string,
    format: Readonly<Record<string, string | number | undefined>>,
    occurrence: number,
  ) => `${record}#format-${contentHash(format)}${occurrence === 1 ? '' : `-${occurrence}`}`,
  placename: (place: string, id: number) => `${place}#name-${id}`,
  audio: (placename: string) => `${placename}-audio`,
  subName: (placename: string, name: { text: string; disambiguates?: boolean | undefined }) =>
    `${placename}-sub-${contentHash({ text: name.text, disambiguates: name.disambiguates })}`,
  geometry: (place: string) => `${place}#geom`,
  point: (place: string, at: { latitude: number; longitude: number }) =>
    `${place}#pt-${contentHash({ latitude: at.latitude, longitude: at.longitude })}`,
  grid: (
    place: string,
    grid: { square: string; easting?: number | undefined; northing?: number | undefined },
  ) =>
    `${place}#grid-${segment(grid.square)}${grid.easting ?? ''}${grid.northing === undefined ? '' : `-${grid.northing}`}`,
  archiveImage: (place: string, fileName: string) => `${place}#image-${contentHash({ fileName })}`,
  resourceUse: (place: string, resource: number) => `${place}#resource-${resource}`,
  form: (entry: string, form?: string) =>
    form === undefined ? `${entry}#form` : `${entry}#form-${contentHash({ form })}`,
  sense: (entry: string) => `${entry}#sense`,
};

/** Where the two licences of the sources are (model 6). */
export const licence = (which: 'by-nc' | 'by') => `https://creativecommons.org/licenses/${which}/4.0/`;

/**
 * Other people's identifiers for the same thing or for a page about it, as templates of links.ts (model 2.4). What
 * the sources' ids are made for stands here; pages and images of the publishers' own sites have no default.
 */
export const LINK_DEFAULTS = {
  linkedPlace: 'http://data.logainm.ie/place/{id}',
  linkedCategory: 'http://data.logainm.ie/category/{id}',
  gazetteer: 'https://sws.geonames.org/{id}/',
  authority: 'http://viaf.org/viaf/{id}',
  biography: 'https://www.ainm.ie/Bio.aspx?ID={id}',
} as const;

/**
 * A web address from a record as an IRI: as given, with forbidden characters percent-encoded and dot segments
 * resolved (model 3.9).
 *
 * @returns undefined for anything but http and https with a host and no user: `javascript:` and its like are no links
 */
export function webAddress(target: string): string | undefined {
  const address = target.trim();
  if (!/^https?:\/\/[^\s/?#@]+(?:[/?#]|$)/i.test(address) || !URL.canParse(address)) return undefined;
  const plain = DOT_SEGMENT.test(pathOf(address)) ? new URL(address).href : address;
  const { origin, rest } = splitIri(plain);
  const iri = `${origin}${escapeRest(rest)}`;
  const isLawful = !unlawfulInIri(iri) && !BAD_ESCAPE.test(iri) && !DOT_SEGMENT.test(pathOf(iri));
  return isLawful ? iri : undefined;
}

const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** The datatypes that the term gate and the writers treat specially. */
export const xsd = {
  string: `${XSD}string`,
  integer: `${XSD}integer`,
  boolean: `${XSD}boolean`,
  decimal: `${XSD}decimal`,
  date: `${XSD}date`,
  dateTime: `${XSD}dateTime`,
  gYear: `${XSD}gYear`,
  gYearMonth: `${XSD}gYearMonth`,
  gMonthDay: `${XSD}gMonthDay`,
} as const;

/** Datatypes that only the term gate needs to know. */
export const EDTF_LEVEL_1 = 'http://id.loc.gov/datatypes/edtf/EDTF-level1';
export const WKT_LITERAL = 'http://www.opengis.net/ont/geosparql#wktLiteral';

export const rdf = { type: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type' } as const;

/** Prefixes for our own IRIs, one per kind of record, so that local names are bare ids. */
export function dataPrefixes(base: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries({
      'cbe-volume': 'cbe/volume/',
      'cbe-page': 'cbe/page/',
      'cbe-part': 'cbe/part/',
      'cbe-item': 'cbe/item/',
      'cbes-volume': 'cbes/volume/',
      'cbes-page': 'cbes/page/',
      'cbes-part': 'cbes/part/',
      'cbes-item': 'cbes/item/',
      'cbes-person': 'cbes/person/',
      'cbes-topic': 'cbes/topic/',
      transcript: 'cbes/transcript/',
      meitheal: 'meitheal/',
      photograph: 'cbeg/photograph/',
      handbook: 'handbook/',
      person: 'cbed/person/',
      occupation: 'cbed/occupation/',
      place: 'place/',
      country: 'country/',
      abroad: 'abroad/',
      category: 'category/',
      acceptability: 'acceptability/',
      cluster: 'cluster/',
      glossary: 'glossary/',
      resource: 'resource/',
      supplier: 'supplier/',
    }).map(([prefix, path]) => [prefix, `${base}${path}`]),
  );
}
