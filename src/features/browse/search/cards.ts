import type { Role } from '../index/facet-statements.js';
import type { ResourceSummary } from '../index/release-index.js';
import { DATE_QUALIFIERS } from '../index/result-columns.js';
import type { Site } from '../site.js';

type DateQualifier = Exclude<(typeof DATE_QUALIFIERS)[number], ''>;

/* What a list shows of a record besides its label, from the tables of the release. */

/** Whose value it is, where it is not the record's own. */
export type Inherited = 'place' | 'school' | 'part' | 'collection' | 'works';

export interface CardText {
  readonly text: string;
  /** The empty string where it is not known. */
  readonly language: string;
}

export interface Card extends ResourceSummary {
  readonly date?: {
    readonly edtf: string;
    readonly qualifier?: DateQualifier;
    readonly from?: Inherited;
  };
  readonly died?: { readonly edtf: string; readonly qualifier?: DateQualifier };
  readonly counties: readonly ResourceSummary[];
  readonly countiesFrom?: Inherited;
  readonly places: readonly ResourceSummary[];
  /** Topics, and of an item the school or chapter that it is in. */
  readonly topics: readonly ResourceSummary[];
  readonly people: readonly { readonly role: Role; readonly person: ResourceSummary }[];
  /** The volume and page, or the number of a photograph. */
  readonly reference?: ResourceSummary | string;
  /** The page on which an item ends. */
  readonly lastPage?: ResourceSummary;
  /** Texts in which words can be found: an extract, a description, transcripts. */
  readonly texts: readonly CardText[];
}

type Row = Readonly<Record<string, string | number | null>>;

/** Where a card of a kind has its content: columns of the table of the kind. */
interface CardColumns {
  readonly table: string;
  readonly date?: string;
  readonly qualifier?: string;
  readonly dateFrom?: string;
  readonly died?: string;
  /** Columns with counties of the record itself. */
  readonly counties?: readonly string[];
  /** The column that says whose the counties are; or whose they are where the record has none. */
  readonly countiesFrom?: string;
  readonly countiesElse?: Inherited;
  readonly places?: string;
  readonly people?: Readonly<Partial<Record<Role, string>>>;
  readonly reference?: string;
  /** The page on which the record begins. */
  readonly page?: string;
  /** The part that an item is in. */
  readonly part?: string;
  readonly texts?: readonly (readonly [column: string, language: string])[];
}

const DESCRIPTIONS = [
  ['description_en', 'en'],
  ['description_ga', 'ga'],
] as const;

/** The columns by the kind of the record. A kind without an entry has a label only. */
const CARD_COLUMNS: Readonly<Record<string, CardColumns>> = {
  item: {
    table: 'items',
    date: 'effective_edtf',
    qualifier: 'effective_date_qualifier',
    dateFrom: 'effective_date_from',
    countiesFrom: 'effective_counties_from',
    people: { collector: 'collectors', informant: 'informants', relevantPerson: 'relevant_persons' },
    page: 'first_page',
    part: 'part',
    texts: [['extract', '']],
  },
  photograph: {
    table: 'photographs',
    date: 'edtf',
    qualifier: 'date_qualifier',
    countiesFrom: 'effective_counties_from',
    people: { photographer: 'photographer', relevantPerson: 'relevant_persons' },
    reference: 'reference_number',
    texts: [...DESCRIPTIONS, ['archived_description', '']],
  },
  part: {
    table: 'parts',
    date: 'edtf',
    qualifier: 'date_qualifier',
    counties: ['counties'],
    countiesElse: 'school',
    people: { teacher: 'teachers', collector: 'collectors', informant: 'informants' },
    page: 'volume',
    texts: DESCRIPTIONS,
  },
  person: {
    table: 'people',
    date: 'birth_edtf',
    qualifier: 'birth_date_qualifier',
    died: 'death_edtf',
    counties: ['counties', 'birth_county'],
    countiesElse: 'works',
    places: 'birth_place',
  },
  'schools-person': {
    table: 'schools_people',
    counties: ['addresses'],
    countiesElse: 'works',
    places: 'addresses',
  },
};

/** Transcripts of a record whose words a card shows, at most. */
const MOST_TRANSCRIPTS = 20;

/** The cards of records, in their order. */
export function cardsOf(site: Site, records: readonly ResourceSummary[]): Card[] {
  const { index, search } = site;
  const rows = rowsOf(site, records);
  const transcripts = transcriptsOf(site, records);
  const listed = (row: Row, column: string | undefined): readonly string[] => {
    const cell = column === undefined ? null : row[column];
    return typeof cell === 'string' && cell !== '' ? cell.split('|') : [];
  };
  const plans = records.map((record) => {
    const columns = CARD_COLUMNS[record.kind ?? ''];
    const row = rows.get(record.path) ?? {};
    return {
      record,
      columns,
      row,
      counties: search.countiesOf(record.path),
      topics: [
        ...search.results.valuesOf(index.idOf(record.path) ?? 0, 'topic'),
        ...listed(row, columns?.part),
      ],
      // Of a work, also those of its school.
      worked: index.summariesOf(search.results.placesOf(index.idOf(record.path) ?? 0)),
      named: listed(row, columns?.places),
      people: Object.entries(columns?.people ?? {}).flatMap(([role, column]) =>
        listed(row, column).map((path) => ({ role: role as Role, path })),
      ),
      page: listed(row, columns?.page)[0],
      lastPage: listed(row, record.kind === 'item' ? 'last_page' : undefined)[0],
    };
  });
  const labels = index.summaries(
    plans.flatMap(({ counties, topics, named, people, page, lastPage }) => [
      ...counties,
      ...topics,
      ...named,
      ...people.map(({ path }) => path),
      ...[page ?? [], lastPage ?? []].flat(),
    ]),
  );
  const labelled = (paths: readonly string[]): ResourceSummary[] =>
    paths.flatMap((path) => labels.get(path) ?? []);
  return plans.map(
    ({ record, columns, row, counties, topics, worked, named, people, page, lastPage }): Card => {
      const text = (column: string | undefined): string | undefined => {
        const cell = column === undefined ? null : row[column];
        return cell === null || cell === undefined ? undefined : String(cell);
      };
      const edtf = text(columns?.date);
      const qualifier = DATE_QUALIFIERS.find((one) => one === text(columns?.qualifier));
      const died = text(columns?.died);
      const from = inherited(text(columns?.dateFrom));
      const hasOwn = (columns?.counties ?? []).some((column) => text(column) !== undefined);
      const countiesFrom =
        inherited(text(columns?.countiesFrom)) ?? (hasOwn ? undefined : columns?.countiesElse);
      const last = lastPage === undefined ? undefined : labels.get(lastPage);
      const reference = text(columns?.reference) ?? (page === undefined ? undefined : labels.get(page));
      return {
        ...record,
        ...(edtf !== undefined && {
          date: { edtf, ...(qualifier && { qualifier }), ...(from && { from }) },
        }),
        ...(died !== undefined && { died: { edtf: died } }),
        counties: labelled(counties),
        ...(countiesFrom && counties.length > 0 && { countiesFrom }),
        places: [...worked, ...labelled(named)],
        topics: labelled(topics),
        people: people.flatMap(({ role, path }) => {
          const person = labels.get(path);
          return person === undefined ? [] : [{ role, person }];
        }),
        ...(reference !== undefined && { reference }),
        ...(last !== undefined && { lastPage: last }),
        texts: [
          ...(columns?.texts ?? []).flatMap(([column, language]) => {
            const found = text(column);
            return found === undefined
              ? []
              : [{ text: found, language: language || onlyOne(text('languages')) }];
          }),
          ...(transcripts.get(record.path) ?? []),
        ],
      };
    },
  );
}

/** The rows of records in the tables of their kinds. */
function rowsOf({ index }: Site, records: readonly ResourceSummary[]): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  for (const [kind, { table }] of Object.entries(CARD_COLUMNS)) {
    const paths = records.flatMap((record) => (record.kind === kind ? record.path : []));
    if (paths.length === 0) continue;
    for (const row of index.all<Row>(
      `SELECT * FROM ${table} WHERE iri IN (${paths.map(() => '?').join(', ')})`,
      paths,
    ))
      rows.set(String(row.iri), row);
  }
  return rows;
}

/** The texts of the transcripts of items. */
function transcriptsOf(
  { index }: Site,
  records: readonly ResourceSummary[],
): ReadonlyMap<string, readonly CardText[]> {
  const items = records.flatMap(({ kind, path }) => (kind === 'item' ? path : []));
  const select = 'SELECT text, text_language FROM transcripts WHERE item = ? ORDER BY rowid LIMIT ?';
  return new Map(
    items.map((path) => [
      path,
      index.all<Row>(select, [path, MOST_TRANSCRIPTS]).map(({ text, text_language: language }) => ({
        text: String(text ?? ''),
        language: String(language ?? ''),
      })),
    ]),
  );
}

/** The language of a text of a record, where the record has one language. */
const onlyOne = (codes: string | undefined): string =>
  codes === undefined || codes.includes('|') ? '' : codes;

const inherited = (from: string | undefined): Inherited | undefined =>
  from === 'place' || from === 'school' || from === 'part' || from === 'collection' ? from : undefined;
