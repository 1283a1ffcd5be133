import { isUrl } from '../../base/text.js';
import { contentHash } from './content-hash.js';
import { BAD_ESCAPE, DOT_SEGMENT, escapeRest, pathOf, splitIri, unlawfulInIri } from './iri-syntax.js';

/** The default data base IRI. */
export const DATA_BASE = 'https://data.example.org/folklore/';

/** The vocabulary base IRI in the files of this package, and the default in a release. */
export const VOCABULARY_BASE = 'https://w3id.org/folklore-ld/';

/** The text of a file of this package, with the vocabulary base of a release. */
export const inVocabularyBase = (text: string, base: string): string =>
  text.replaceAll(VOCABULARY_BASE, () => base);

/** The collections that hold volumes. */
export type VolumeCollection = 'cbe' | 'cbes';
/** The folklore collections, by the path segments of the archive service. */
export type Collection = VolumeCollection | 'cbeg' | 'cbed';

/**
 * A source code as a path segment, in NFC: unreserved characters of RFC 3986 are not escaped. A code with a lone surrogate is
 * returned unchanged, and the term check rejects it.
 */
export const segment = (code: string): string =>
  code.isWellFormed()
    ? encodeURIComponent(code.normalize('NFC')).replace(
        /[!'()*]/g,
        (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
      )
    : code;

/**
 * All IRIs that are minted, by kind of thing (model 2.2 and 2.3).
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
    graph: (publication: Publication, dataset: string) => `${base}dataset/${publication}/${dataset}`,
    publication: (publication: Publication) => `${base}dataset/${publication}`,
    release: (publication: Publication, label: string) => `${base}dataset/${publication}/${segment(label)}`,
    /** A dataset or a file of a release, by its path. */
    released: (publication: Publication, label: string, path: string) =>
      `${base}dataset/${publication}/${[label, ...path.split('/')].map(segment).join('/')}`,
    organisation: (name: 'archive' | 'placenames') => `${base}org/${name}`,
    /** The contact of a release, and the program that made it. */
    agent: (name: 'contact' | 'exporter') => `${base}org/${name}`,
    scheme: (name: Scheme) => `${base}${name}`,
    /** A scheme of the operator's table of classifications, and a concept of it. */
    subjectScheme: (scheme: string) => `${base}subject/${segment(scheme)}`,
    subject: ({ scheme, notation }: { readonly scheme: string; readonly notation: string }) =>
      `${base}subject/${segment(scheme)}/${segment(notation)}`,
    /** A version of a record in the event stream of a dataset, by the name of a release there. */
    version: (dataset: string, release: string, record: string) =>
      `${base}feed/${dataset}/${release}/${record.startsWith(base) ? record.slice(base.length) : encodeURIComponent(record)}`,
  };
}

/** The lists that are published as concept schemes or lexicon. */
export type Scheme =
  | 'cbes/topics'
  | 'handbook'
  | 'cbed/occupations'
  | 'category'
  | 'acceptability'
  | 'glossary';

/** The two publications that the datasets of all releases belong to (model 6). */
export type Publication = 'folklore' | 'placenames';

export type Iris = ReturnType<typeof mintIris>;

/** Nodes of a record: fragments of its IRI, never blank, never numbered by position (model 2.3). */
export const fragment = {
  date: (record: string, which: 'date' | 'birth-date' | 'death-date') => `${record}#${which}`,
  role: (record: string, role: string, person: number) => `${record}#role-${role}-${person}`,
  person: (work: string, id: number) => `${work}#person-${id}`,
  school: (part: string) => `${part}#school`,
  image: (record: string) => `${record}#image`,
  digitization: (record: string) => `${record}#digitization`,
  personName: (
    person: string,
    name: { fullName: string; firstNames?: string | undefined; surname?: string | undefined },
  ) =>
    `${person}${person.includes('#') ? '-' : '#'}name-${contentHash({ fullName: name.fullName, firstNames: name.firstNames, surname: name.surname })}`,
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
  classification: (record: string, by: { scheme: string; notation: string; source: string }) =>
    `${record}#classification-${contentHash(by)}`,
  /** Nodes about a dataset or a file in the description of a release. */
  described: (whole: string, what: string) => `${whole}#${segment(what)}`,
};

/** The graphs and terms of the load status in a store (docs/decisions: one way to load). */
export function storeNames(base: string) {
  const all = `${base}dataset`;
  return {
    /** The graph that describes the loaded release. */
    catalogue: `${all}/catalogue`,
    /** The same in the files of a release. */
    releasedCatalogue: (label: string) => `${all}/catalogue/${segment(label)}`,
    /** The graph with the content of each graph that is whole. */
    loaded: `${all}/loaded`,
    /** Whether a graph is one of this program. */
    isOurs: (graph: string) => graph.startsWith(`${all}/`),
    /** The graph that is loaded before it replaces the previous one. */
    beside: (graph: string) => `${graph}/next`,
    /** From a graph to its dataset (SPARQL 1.1 Service Description, section 3.2.6). */
    holds: 'http://www.w3.org/ns/sparql-service-description#graph',
    identifier: 'http://purl.org/dc/terms/identifier',
  } as const;
}

export type StoreNames = ReturnType<typeof storeNames>;

/** The licences of the two sources, and that of our own vocabulary and facts (model 6). */
export type Licence = 'by-nc' | 'by' | 'zero';

/** Statements of rightsstatements.org: in copyright, no known copyright, copyright not evaluated. */
export const rightsStatement = (name: 'InC' | 'NKC' | 'CNE') =>
  `http://rightsstatements.org/vocab/${name}/1.0/`;

export const licence = (which: Licence) =>
  `https://creativecommons.org/${which === 'zero' ? 'publicdomain/zero/1.0' : `licenses/${which}/4.0`}/`;

/** The link templates of the sample world, to reserved hosts (RFC 2606). Real releases have configured links only. */
export const SAMPLE_LINKS = {
  linkedPlace: 'https://linked.example.org/place/{id}',
  linkedCategory: 'https://linked.example.org/category/{id}',
  gazetteer: 'https://gazetteer.example.org/{id}/',
  authority: 'https://authority.example.org/{id}',
  biography: 'https://biography.example.org/{id}',
  pageImageService: 'https://images.example.org/images/page/{pageID}/{fileName}',
  photographImage: 'https://images.example.org/images/photograph/{photographID}.jpg',
} as const;

/** The host of the pictures of the sample world. `browse --sample` serves them itself. */
export const SAMPLE_IMAGE_HOST = 'https://images.example.org';

/** What descriptions of images name (IIIF Image API 3.0, section 5.2). */
export const IIIF_IMAGE = {
  context: 'http://iiif.io/api/image/3/context.json',
  protocol: 'http://iiif.io/api/image',
} as const;

/** Of a text with a control character, half a character or a `%` without its digits it is not known what was meant. */
const UNCLEAR = new RegExp(`[\\p{Cc}\\p{Cs}]|${BAD_ESCAPE.source}`, 'u');

/**
 * A web address from a record as an IRI (model 2.1): illegal characters are escaped, dot segments resolved, scheme and host are in
 * lower case (RFC 3986, section 6.2.2).
 *
 * @returns undefined for anything but http and https with a host and without a user, and for what is unclear
 */
export function webAddress(target: string): string | undefined {
  const address = target.trim();
  if (!/^https?:\/\/[^\s/?#@]+(?:[/?#]|$)/i.test(address) || UNCLEAR.test(address) || !isUrl(address))
    return undefined;
  const plain = DOT_SEGMENT.test(pathOf(address)) ? new URL(address).href : address;
  const { origin, rest } = splitIri(plain);
  const iri = `${origin.toLowerCase()}${escapeRest(rest)}`;
  const isLawful = !unlawfulInIri(iri) && !BAD_ESCAPE.test(iri) && !DOT_SEGMENT.test(pathOf(iri));
  return isLawful ? iri : undefined;
}

/** The address of a DOI (DOI Handbook, section 3.8). */
export const doiAddress = (doi: string): string => `https://doi.org/${doi}`;

/** The JSON-LD context of descriptions of tables. It is never fetched. */
export const CSVW_CONTEXT = 'http://www.w3.org/ns/csvw';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** The datatypes that the term check and the writers treat specially. */
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

/** Datatypes of the term check. */
export const EDTF_LEVEL_1 = 'http://id.loc.gov/datatypes/edtf/EDTF-level1';
export const WKT_LITERAL = 'http://www.opengis.net/ont/geosparql#wktLiteral';

export const rdf = { type: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type' } as const;
export const rdfs = { label: 'http://www.w3.org/2000/01/rdf-schema#label' } as const;

/** A prefix for each kind of record, so that local names are ids. */
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

/** The terms of validation reports (SHACL, section 3.6), and our own terms in them. */
export function reportWords(base: string, vocabularyBase: string) {
  const shacl = 'http://www.w3.org/ns/shacl#';
  const [ns, shapes] = [`${vocabularyBase}ns#`, `${vocabularyBase}shapes/1#`];
  const whole = `${base}report/validation`;
  return {
    rdfType: rdf.type,
    boolean: xsd.boolean,
    sh: (name: string) => `${shacl}${name}`,
    whole,
    result: (number: number) => `${whole}#${number}`,
    shape: (name: string) => `${shapes}${name}`,
    component: (constraint: string) => `${ns}${constraint}ConstraintComponent`,
    /** The request that brought the record. */
    source: `${ns}sourceRequest`,
    /** The field of the source. */
    field: `${ns}sourceField`,
    prefixes: new Map([
      ['sh', shacl],
      ['lore-shape', shapes],
    ]),
  };
}

const VOID = 'http://rdfs.org/ns/void#';

/** The terms of statistics (VoID). */
export const voidWords = {
  triples: `${VOID}triples`,
  entities: `${VOID}entities`,
  distinctSubjects: `${VOID}distinctSubjects`,
  classes: `${VOID}classes`,
  properties: `${VOID}properties`,
  subset: `${VOID}subset`,
  linkPredicate: `${VOID}linkPredicate`,
  objectsTarget: `${VOID}objectsTarget`,
  class: `${VOID}class`,
  property: `${VOID}property`,
  classPartition: `${VOID}classPartition`,
  propertyPartition: `${VOID}propertyPartition`,
} as const;

/** Namespaces of XML that the pages of a release are read in: feeds (RFC 4287, RFC 6721) and lists of addresses. */
export const xmlNamespace = {
  atom: 'http://www.w3.org/2005/Atom',
  tombstones: 'http://purl.org/atompub/tombstones/1.0',
  sitemap: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  svg: 'http://www.w3.org/2000/svg',
} as const;
