import { FolkloreError, messageOf } from '../../base/errors.js';
import { pathBelow } from '../../base/file-bytes.js';
import { textOf } from '../../model/rdf/formats/recognise-dump.js';
import { mintIris } from '../../model/rdf/iris.js';
import { type ReleaseManifest, readManifest } from '../../release/description/manifest.js';
import { readRows, SEPARATOR } from '../../release/tables/csv.js';
import { type Point, pointOf } from './outside-thing.js';

/** A name of a record, and the column that holds it. */
interface RecordName {
  readonly text: string;
  readonly column: string;
}

/** A place of a release. */
export interface LinkablePlace {
  readonly id: string;
  readonly iri: string;
  readonly nameEn: string;
  readonly nameGa: string;
  readonly names: readonly RecordName[];
  readonly categories: readonly string[];
  /** Its kind in English: `townland`. */
  readonly kindText: string;
  readonly county: string;
  readonly point: Point | undefined;
  /** Whether another record has taken its place. */
  readonly isReplaced: boolean;
}

/** A person of the people database of a release. */
interface LinkablePerson {
  readonly id: string;
  readonly iri: string;
  readonly name: string;
}

/** The records of a release that links are made for. */
export interface LinkableRecords {
  readonly base: string;
  /** By id. */
  readonly places: ReadonlyMap<string, LinkablePlace>;
  readonly people: ReadonlyMap<string, LinkablePerson>;
  /** People by their id in the authority file. */
  readonly byAuthority: ReadonlyMap<string, readonly LinkablePerson[]>;
}

/** Columns of names of the two tables of places. */
const NAMES = ['name_en', 'name_ga', 'other_names', 'genitives_ga'];
const COUNTY = 'CON';

/**
 * Reads the places and people of a release from its tables.
 *
 * @throws FolkloreError FILE_UNREADABLE
 */
export async function readLinkableRecords(release: string): Promise<LinkableRecords> {
  const failed = (cause: unknown): FolkloreError =>
    new FolkloreError('FILE_UNREADABLE', `${release} is no release that can be read: ${messageOf(cause)}.`, {
      hint: 'Give the folder of a release with its tables, such as output/latest.',
      cause,
    });
  try {
    const manifest = await readManifest(release);
    const iris = mintIris(manifest.base);
    const labels = new Map<string, string>();
    for await (const row of tableRows(release, manifest, 'categories.csv'))
      labels.set(row('id'), row('label_en') || row('label_ga'));
    const drafts = new Map<string, PlaceDraft>();
    for (const file of ['places.csv', 'locations.csv'])
      for await (const row of tableRows(release, manifest, file)) {
        const iri = row('iri');
        const isPlace = file === 'places.csv' || row('kind') === 'place' || row('kind') === 'county';
        if (!isPlace || row('omission') !== '' || iri !== iris.place(Number(row('id')))) continue;
        drafts.set(row('id'), withRow(drafts.get(row('id')), row));
      }
    const byIri = new Map([...drafts.values()].map((draft) => [draft.iri, draft]));
    const places = new Map(
      [...drafts].map(([id, draft]) => [id, placeOf(draft, countyOf(draft, byIri), labels)]),
    );
    const people = new Map<string, LinkablePerson>();
    const byAuthority = new Map<string, LinkablePerson[]>();
    for await (const row of tableRows(release, manifest, 'people.csv')) {
      const person = { id: row('id'), iri: row('iri'), name: row('name') };
      if (row('omission') !== '' || person.iri !== iris.person(Number(person.id))) continue;
      people.set(person.id, person);
      const authority = row('authority_id');
      if (authority !== '') byAuthority.set(authority, [...(byAuthority.get(authority) ?? []), person]);
    }
    return { base: manifest.base, places, people, byAuthority };
  } catch (thrown) {
    throw thrown instanceof FolkloreError ? thrown : failed(thrown);
  }
}

/** The cell of a row in a column; empty where the table has no such column. */
type Cells = (column: string) => string;

/** What the tables say of a place. */
interface PlaceDraft extends Omit<LinkablePlace, 'names' | 'kindText' | 'county'> {
  readonly names: Map<string, RecordName>;
  readonly within: readonly string[];
}

function withRow(before: PlaceDraft | undefined, row: Cells): PlaceDraft {
  const names = before?.names ?? new Map<string, RecordName>();
  for (const column of NAMES)
    for (const text of textsOf(column, row(column))) if (!names.has(text)) names.set(text, { text, column });
  const categories = row('category_codes') === '' ? [] : row('category_codes').split(SEPARATOR);
  const county = row('kind') === 'county' ? [COUNTY] : [];
  const within = row('contained_in')
    .split(SEPARATOR)
    .filter((iri) => iri !== '');
  const point =
    row('coordinates_doubted') === 'true' ? undefined : pointOf(row('latitude'), row('longitude'));
  return {
    id: row('id'),
    iri: row('iri'),
    names,
    nameEn: before?.nameEn || row('name_en'),
    nameGa: before?.nameGa || row('name_ga'),
    categories: [...new Set([...(before?.categories ?? []), ...categories, ...county])],
    within: [...(before?.within ?? []), ...within],
    point: before?.point ?? point,
    isReplaced: before?.isReplaced === true || row('replaced_by') !== '',
  };
}

function placeOf(
  { names, within: _, ...place }: PlaceDraft,
  county: PlaceDraft | undefined,
  labels: ReadonlyMap<string, string>,
): LinkablePlace {
  return {
    ...place,
    names: [...names.values()],
    kindText: place.categories
      .map((code) => labels.get(code) || (code === COUNTY ? 'county' : code))
      .join(', '),
    county: county?.nameEn || county?.nameGa || '',
  };
}

/** The county of a place: itself, or the first one above it. */
function countyOf(place: PlaceDraft, byIri: ReadonlyMap<string, PlaceDraft>): PlaceDraft | undefined {
  const seen = new Set<PlaceDraft>();
  let level = [place];
  while (level.length > 0) {
    const county = level.find(({ categories }) => categories.includes(COUNTY));
    if (county !== undefined) return county;
    for (const one of level) seen.add(one);
    level = level
      .flatMap(({ within }) => within.flatMap((iri) => byIri.get(iri) ?? []))
      .filter((one) => !seen.has(one));
  }
  return undefined;
}

/** The texts of a cell: of a list (`|` is written `%7C`, `%` is written `%25`), or the one of a name. */
function textsOf(column: string, cell: string): string[] {
  if (cell === '') return [];
  if (column === 'name_en' || column === 'name_ga') return [cell];
  return cell.split(SEPARATOR).map((text) => text.replaceAll('%7C', SEPARATOR).replaceAll('%25', '%'));
}

/** The rows of a table of a release, by column; none where the release has no such table. */
async function* tableRows(
  release: string,
  { derived }: ReleaseManifest,
  file: string,
): AsyncGenerator<Cells> {
  const path = `derived/${file}`;
  if (!derived.some((one) => one.path === path)) return;
  yield* readRows(textOf({ path: await pathBelow(release, path), isPacked: false }));
}
