import { lastDayOf } from '../../base/calendar.js';
import { entry } from '../../base/map-entry.js';
import { element, type Xml } from '../../base/xml.js';
import { textsIn, valuesIn } from '../../release/tables/csv.js';
import type { TableRow } from '../../release/tables/derived-files.js';
import { heldPlaces, withPart } from '../../release/tables/inherited-place-and-date.js';
import { tableName } from '../../release/tables/sql-tables.js';
import { DC_ELEMENTS, withSchema } from '../oai-pmh/namespaces.js';

/** The namespace of ISEBEL, and its XML Schema of 2021. */
export const ISEBEL = {
  namespace: 'http://www.isebel.eu/ns/isebel',
  schema: 'http://www.isebel.eu/ns/isebel2.xsd',
} as const;

const ROOT = {
  'xmlns:isebel': ISEBEL.namespace,
  'xmlns:dc': DC_ELEMENTS,
  'xmlns:datacite': 'http://datacite.org/schema/kernel-4',
  ...withSchema(ISEBEL),
};

/** The tables that a story has rows of: those with a record in each row, and those with rows of an item. */
const OF_RECORDS = ['items', 'parts', 'people', 'schools-people', 'locations', 'topics'] as const;
const OF_ITEMS = ['transcripts', 'roles', 'subjects'] as const;
export const STORY_TABLES = [...OF_RECORDS, ...OF_ITEMS] as const;

/** A database with these tables as `createTable` makes them, and paths in place of the IRIs of the release: the index of `browse`. */
interface StoryDatabase {
  all<Row>(sql: string, values: string[]): Row[];
}

/** The country of the archive, with which identifiers of stories begin. */
const COUNTRY = 'ie';

/** Roles of people in works, as ISEBEL has them. Other roles have no like there. */
const PERSON_ROLES: Readonly<Record<string, readonly string[]>> = {
  informant: ['narrator', 'informant'],
  collector: ['collector'],
};

/** Schemes of the operator's classifications that are lists of tale types and of motifs. Concepts of others are keywords. */
const TALE_TYPES: readonly string[] = ['atu', 'ath', 'at', 'ml'];
const MOTIFS: readonly string[] = ['motif', 'tmi'];

/**
 * Makes the function from the path of an item to a story of ISEBEL (isebel2.xsd of 2021-03).
 *
 * @param base the data base IRI
 * @returns a function that returns undefined for a path without an item, and for an item without a text
 */
export function storyWriter(base: string, database: StoryDatabase): (path: string) => Xml | undefined {
  const repository = new URL(base).hostname.replaceAll('.', '-');
  const find = (table: (typeof STORY_TABLES)[number], path: string): readonly TableRow[] => {
    const key = OF_ITEMS.some((one) => one === table) ? 'item' : 'iri';
    const sql = `SELECT * FROM ${tableName(table)} WHERE ${key} = ? ORDER BY rowid`;
    return database
      .all<Readonly<Record<string, string | number | null>>>(sql, [path])
      .map((row) => (column) => String(row[column] ?? ''));
  };

  /** The name and the point of a place; undefined where it has no name. */
  const place = (name: string, path: string, ...roles: readonly (Xml | undefined)[]): Xml | undefined => {
    const [row] = find('locations', path);
    const column = NAMES.find((one) => row?.(one));
    if (row === undefined || column === undefined) return undefined;
    const language = column.slice(-2);
    return element(`isebel:${name}`, { 'xml:lang': language, id: path }, [
      element('dc:title', { 'xml:lang': language }, row(column)),
      pointOf(row),
      roles,
    ]);
  };

  /** Where a story was told; where it was written down, if the place is that of its school or part. */
  const placesOf = (item: TableRow): readonly (Xml | undefined)[] => {
    const roles = new Map<string, Set<string>>();
    const add = (from: string | undefined, paths: readonly string[] = []): void => {
      const role = from === 'school' || from === 'part' ? 'recording' : 'narration';
      for (const path of paths) entry(roles, path, () => new Set()).add(role);
    };
    add(item('effective_counties_from'), valuesIn(item('effective_counties')));
    const held = heldPlaces(placedNode(item, find('parts', item('part'))[0]));
    add(held?.from, held?.value);
    add('own', valuesIn(item('countries')));
    return [...roles].map(([path, own]) => place('place', path, ...rolesOf(own)));
  };

  const personsOf = (item: TableRow): readonly (Xml | undefined)[] => {
    const roles = new Map<string, Set<string>>();
    for (const row of find('roles', item('iri')))
      for (const role of PERSON_ROLES[row('role')] ?? [])
        entry(roles, row('person') || row('schools_person'), () => new Set()).add(role);
    return [...roles].map(([path, own]) => {
      const isOfSchools = path.startsWith('cbes/');
      const [person] = find(isOfSchools ? 'schools-people' : 'people', path);
      const name = person?.('name') || person?.('label');
      if (person === undefined || !name) return undefined;
      return element('isebel:person', { id: path }, [
        element('isebel:name', {}, name),
        element('isebel:gender', {}, GENDERS[person('gender')] ?? ''),
        ...rolesOf(own),
        // Those of the people database are codes.
        isOfSchools && textsIn(person('occupations')).map((one) => element('isebel:profession', {}, one)),
        element('isebel:birthDate', {}, certainDay(person('birth_edtf'))),
        place('birthPlace', person('birth_place')),
        element('isebel:deathDate', {}, certainDay(person('death_edtf'))),
        valuesIn(person('addresses')).map((one) => place('livingPlace', one)),
      ]);
    });
  };

  return (path) => {
    const [item] = find('items', path);
    const text = item && textOf(item, find('transcripts', path));
    if (item === undefined || text === undefined) return undefined;
    const identifier = `${COUNTRY}.${repository}.${path.replaceAll('/', '-')}`;
    const concepts = [...new Map(find('subjects', path).map((row) => [row('concept'), row])).values()];
    const classified = (name: string, schemes: readonly string[]): readonly (Xml | undefined)[] =>
      concepts.flatMap((row) => {
        const title = row('concept_en') || row('concept_ga');
        return schemes.includes(row('scheme')) ? element(name, { number: row('notation'), title }) : [];
      });
    const keywords = [
      ...valuesIn(item('topics')).flatMap((topic) =>
        find('topics', topic).map((row) => keywordsOf(topic, row('list'), row, 'label', row('label_other'))),
      ),
      ...concepts.flatMap((row) =>
        [...TALE_TYPES, ...MOTIFS].includes(row('scheme'))
          ? []
          : keywordsOf(row('concept'), row('scheme'), row, 'concept', row('notation')),
      ),
    ];
    const titleLanguage = item('title') === '' ? undefined : languageOf(item('title_language'));
    const language = languageOf(item('languages'));
    return element('isebel:story', { ...ROOT, 'xml:id': identifier, 'xml:lang': language }, [
      element('dc:identifier', {}, identifier),
      element('isebel:purl', {}, base + path),
      element('dc:title', { 'xml:lang': titleLanguage }, item('title') || item('label')),
      textElement('dc:type', { 'xml:lang': 'en' }, item('content_type_en')),
      textElement('dc:type', { 'xml:lang': 'ga' }, item('content_type_ga')),
      element('isebel:taleTypes', {}, classified('isebel:taleType', TALE_TYPES)),
      element('isebel:motifs', {}, classified('isebel:motif', MOTIFS)),
      element('isebel:contents', {}, text),
      element('isebel:places', {}, placesOf(item)),
      element('isebel:persons', {}, personsOf(item)),
      element('isebel:events', {}, eventOf(item)),
      element('isebel:keywords', {}, keywords),
      element('isebel:references', {}, element('isebel:reference', {}, item('url'))),
    ]);
  };
}

/** The names of a place: the first that is there is its title. */
const NAMES = ['qualified_name_en', 'name_en', 'qualified_name_ga', 'name_ga'] as const;

const rolesOf = (roles: Iterable<string>) => [...roles].map((role) => element('isebel:role', {}, role));

/** An element with a text; none without it. */
const textElement = (...[name, attributes, text]: [string, Record<string, string | undefined>, string]) =>
  text === '' ? undefined : element(name, attributes, text);

const GENDERS: Readonly<Record<string, string>> = { Female: 'female', Male: 'male' };

/** The labels of a topic or concept in both languages, else another one, as keywords. */
const keywordsOf = (id: string, type: string, row: TableRow, columns: string, other: string) => {
  const [en, ga] = [row(`${columns}_en`), row(`${columns}_ga`)];
  return [
    textElement('isebel:keyword', { 'xml:lang': 'en', id, type }, en),
    textElement('isebel:keyword', { 'xml:lang': 'ga', id, type }, ga),
    textElement('isebel:keyword', { id, type }, en === '' && ga === '' ? other : ''),
  ];
};

/** The language of a text; `und` where none is known, or there are several. */
const languageOf = (codes: string): string => (/^[a-z]{2,3}$/.test(codes) ? codes : 'und');

/** The transcripts of an item in the order of its pages, one text a language; else the extract. */
function textOf(item: TableRow, transcripts: readonly TableRow[]): readonly (Xml | undefined)[] | undefined {
  const pages = valuesIn(item('pages'));
  const texts = new Map<string, string[]>();
  const placeOf = (row: TableRow): number => pages.indexOf(row('page'));
  for (const row of transcripts.toSorted((one, other) => placeOf(one) - placeOf(other)))
    if (row('text').trim() !== '') entry(texts, languageOf(row('text_language')), () => []).push(row('text'));
  const id = texts.size > 0 ? 'transcript' : 'extract';
  if (texts.size === 0 && item('extract').trim() !== '')
    texts.set(languageOf(item('languages')), [item('extract')]);
  if (texts.size === 0) return undefined;
  return [...texts].map(([language, parts]) =>
    element('isebel:content', { 'xml:lang': language, id }, parts.join('\n')),
  );
}

/** An item with the places of its part and school, for the rule of inheritance. */
function placedNode(item: TableRow, part: TableRow | undefined) {
  const placed = (row: TableRow) => {
    const own = { place: valuesIn(row('places')), placeAbroad: valuesIn(row('places_abroad')) };
    const others = [...valuesIn(row('counties')), ...valuesIn(row('countries'))];
    return { id: row('iri'), ...own, spatial: [...own.place, ...own.placeAbroad, ...others] };
  };
  const school = part && { id: `${part('iri')}#school`, place: valuesIn(part('school_places')) };
  return withPart(placed(item), part && { ...placed(part), school });
}

/** The point of a place, where it is not doubted. */
function pointOf(place: TableRow): Xml | undefined {
  const [latitude, longitude] = [place('latitude'), place('longitude')];
  if (latitude === '' || longitude === '' || place('coordinates_doubted') === '1') return undefined;
  if (Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180) return undefined;
  return element('isebel:point', {}, [
    element('datacite:pointLongitude', {}, longitude),
    element('datacite:pointLatitude', {}, latitude),
  ]);
}

/**
 * The date that holds for an item, as an event from its first to its last day. The title is the date as it is, with whose it is and
 * how it is qualified, so that a year does not become a day.
 */
function eventOf(item: TableRow): Xml | undefined {
  const edtf = item('effective_edtf');
  const from = item('effective_date_from');
  if (edtf === '') return undefined;
  const [begin = '', end = begin] = edtf.split('/');
  const [first, last] = [dayIn(begin, false), dayIn(end, true)];
  const notes = [
    // EDTF has no sign for it.
    /[~?%]/.test(edtf) ? '' : item('effective_date_qualifier_en'),
    from === 'own' ? '' : `of the ${from}`,
  ].filter((note) => note !== '');
  // A reader of ISEBEL, the loader of Berkeley, asks each collection for its first day.
  const role = first === undefined || from === 'part' ? 'recording' : 'collection';
  return element('isebel:event', {}, [
    element('dc:title', {}, notes.length === 0 ? edtf : `${edtf} (${notes.join(', ')})`),
    element('isebel:date', {}, first),
    element('isebel:thru', {}, last),
    element('isebel:role', {}, role),
  ]);
}

/** The first or the last day of a year, month or day of EDTF level 1; undefined for an open end. */
function dayIn(side: string, isEnd: boolean): string | undefined {
  const [, year, month = isEnd ? '12' : '01', day] =
    /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?[~?%]?$/.exec(side) ?? [];
  if (year === undefined) return undefined;
  return `${year}-${month}-${day ?? (isEnd ? lastDayOf(Number(year), Number(month)) : '01')}`;
}

/** A date in EDTF that is one certain day. */
const certainDay = (edtf: string): string => (/^\d{4}-\d\d-\d\d$/.test(edtf) ? edtf : '');
