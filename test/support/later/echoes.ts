/** What is repeated in the records that refer to it. */
export type Echoed =
  | 'person'
  | 'county'
  | 'country'
  | 'placeInIreland'
  | 'occupation'
  | 'handbookTopic'
  | 'schoolsTopic'
  | 'category'
  | 'glossary'
  | 'placeSummary';

/** The field that tells who is repeated. */
const KEYS: Readonly<Record<Echoed, string>> = {
  person: 'id',
  county: 'logainmID',
  country: 'isoCode',
  placeInIreland: 'logainmID',
  occupation: 'id',
  handbookTopic: 'id',
  schoolsTopic: 'id',
  category: 'id',
  glossary: 'id',
  placeSummary: 'id',
};

/** Under which names a record repeats what (wire-format 3 and 4). */
type Fields = Readonly<Record<string, Echoed>>;

const LOCATED: Fields = {
  counties: 'county',
  birthCounty: 'county',
  countries: 'country',
  birthCountry: 'country',
  country: 'country',
  locations: 'placeInIreland',
  locationsIreland: 'placeInIreland',
  addressesIreland: 'placeInIreland',
  birthPlaceIreland: 'placeInIreland',
};

const IN_ARCHIVE: Fields = {
  ...LOCATED,
  collectors: 'person',
  informants: 'person',
  relevantPersons: 'person',
  photographer: 'person',
  occupations: 'occupation',
  handbookTopic: 'handbookTopic',
};

/** Collectors and informants of the schools are people of their own. */
const IN_SCHOOLS: Fields = { ...LOCATED, topics: 'schoolsTopic', subTopics: 'schoolsTopic' };

const IN_PLACES: Fields = {
  categories: 'category',
  category: 'category',
  includes: 'category',
  glossary: 'glossary',
  includedIn: 'placeSummary',
};

type Said = Readonly<Record<string, unknown>>;

/** What has another name now, and the copies that other records carry of it: they follow, and do not say when. */
export class Echoes {
  readonly #said = new Map<string, Said>();

  /** What copies of a record say from now on, where they say it. */
  tell(what: Echoed, id: number | string, said: Said): void {
    const key = `${what} ${id}`;
    this.#said.set(key, { ...this.#said.get(key), ...said });
  }

  /** A record of manuscripts, photographs or people with its copies as they are told now; the same, if they were not. */
  inArchive = <R>(record: R): R => this.#repeat(record, IN_ARCHIVE) as R;

  inSchools = <R>(record: R): R => this.#repeat(record, IN_SCHOOLS) as R;

  inPlaces = <R>(record: R): R => this.#repeat(record, IN_PLACES) as R;

  #repeat(value: unknown, fields: Fields, what?: Echoed): unknown {
    if (typeof value !== 'object' || value === null || this.#said.size === 0) return value;
    if (Array.isArray(value)) {
      const entries = value.map((entry) => this.#repeat(entry, fields, what));
      return entries.every((entry, place) => entry === value[place]) ? value : entries;
    }
    const record = value as Said;
    const said = what === undefined ? undefined : this.#said.get(`${what} ${record[KEYS[what]]}`);
    const entries = Object.entries(record).map(
      ([name, entry]) => [name, this.#repeat(entry, fields, fields[name])] as const,
    );
    const isSame = said === undefined && entries.every(([name, entry]) => entry === record[name]);
    return isSame ? value : { ...Object.fromEntries(entries), ...said };
  }
}
