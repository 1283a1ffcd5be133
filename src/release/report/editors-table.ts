import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../base/durable.js';
import { entry } from '../../base/map-entry.js';
import { formatCount } from '../../base/text.js';
import { escapeControlsInValue } from '../../model/rdf/validation-result.js';
import { TextFile, writeTextFile } from '../dumps/compressed-file.js';
import { csvRow } from '../tables/csv.js';
import { type FindingWords, wordsOf } from './finding-words.js';
import { beginning, labelOf, type ReportedFinding } from './reported-finding.js';

const EDITORS_COLUMNS = [
  'severity',
  'collection',
  'record',
  'label',
  'where',
  'field',
  'value',
  'wrong_en',
  'right_en',
  'wrong_ga',
  'right_ga',
  'outcome',
] as const;

/** Characters of a cell. */
const LONGEST = 2000;

/**
 * Records of a kind with findings of one cause from which on the cause has one row in place of one for each finding: so many,
 * and such a share of all published records of the kind.
 */
const FREQUENT: readonly (readonly [records: number, share: number])[] = [
  [10, 1 / 3],
  [100, 0.1],
];

/** The same for a cause that a few records have often: so many rows, and so many for each record on average. */
const [FREQUENT_ROWS, ROWS_OF_A_RECORD] = [100, 5];

/** Findings of one cause about published records of one kind. */
interface Cause {
  readonly reported: ReportedFinding;
  readonly words: FindingWords;
  readonly fields: Set<string>;
  readonly values: Set<string>;
  rows: number;
  records: number;
  /** The record of the last finding. */
  last: unknown;
}

/** How many records of each kind are published. */
type PublishedCounts = Readonly<Record<string, { readonly published: number }>>;

const FILE = 'editors.csv';

/**
 * Writes `editors.csv`: a row for each finding, which says which record to open, what to look at, what is wrong and what would be
 * right. What many records of a kind have, or a few in very many places, is no slip in a record but the way in which the source is
 * made: it has one row, with its number and share. Records that are not published whole keep all their rows.
 */
export class EditorsTable {
  readonly #path: string;
  readonly #file: TextFile;
  readonly #causes = new Map<string, Cause>();
  /** The length of each row in bytes, the head first, and its cause. */
  readonly #rows: (readonly [bytes: number, cause: Cause | undefined])[] = [];

  private constructor(path: string, file: TextFile) {
    this.#path = path;
    this.#file = file;
  }

  /** Begins the table in a folder that is there. */
  static async create(directory: string): Promise<EditorsTable> {
    const path = join(directory, FILE);
    const table = new EditorsTable(path, await TextFile.create(path));
    await table.#write(csvRow(EDITORS_COLUMNS));
    return table;
  }

  async add(reported: ReportedFinding): Promise<void> {
    const words = wordsOf(reported);
    await this.#write(editorsRow(reported, words), this.#causeOf(reported, words));
  }

  /** Ends the table. */
  async finish(counts: PublishedCounts): Promise<void> {
    await this.#file.close();
    const frequent = new Map<Cause, string>();
    for (const cause of this.#causes.values()) {
      const of = counts[cause.reported.subject.kind]?.published ?? 0;
      if (of > 0 && isFrequent(cause, of)) frequent.set(cause, summaryRow(cause, of));
    }
    if (frequent.size > 0) await this.#summarise(frequent);
  }

  async abandon(): Promise<void> {
    await this.#file.abandon();
  }

  async #write(row: string, cause?: Cause): Promise<void> {
    this.#rows.push([Buffer.byteLength(row), cause]);
    await this.#file.write(row);
  }

  #causeOf(reported: ReportedFinding, words: FindingWords): Cause | undefined {
    const { subject, finding } = reported;
    if (subject.outcome !== 'published') return undefined;
    const { severity, shape, path, constraint } = finding;
    const key = JSON.stringify([
      severity,
      shape,
      path,
      constraint,
      subject.kind,
      withoutList(words.field),
      words.wrong.en,
    ]);
    const cause = entry(this.#causes, key, () => ({
      reported,
      words,
      fields: new Set<string>(),
      values: new Set<string>(),
      rows: 0,
      records: 0,
      last: undefined as unknown,
    }));
    if (cause.records === 0 || cause.last !== subject.id) cause.records += 1;
    cause.last = subject.id;
    cause.rows += 1;
    cause.fields.add(words.field);
    // Two are enough to tell that they differ.
    if (cause.values.size < 2) cause.values.add(words.value);
    return cause;
  }

  /** Writes the table again, with the first row of each frequent cause replaced by its summary, and without the others. */
  async #summarise(frequent: ReadonlyMap<Cause, string>): Promise<void> {
    const before = await open(this.#path);
    const copy = async (after: TextFile): Promise<void> => {
      const told = new Set<Cause>();
      let from = 0;
      for (const [bytes, cause] of this.#rows) {
        const summary = cause && frequent.get(cause);
        if (cause === undefined || summary === undefined) {
          const { buffer } = await before.read(Buffer.alloc(bytes), 0, bytes, from);
          await after.write(buffer);
        } else if (!told.has(cause)) {
          told.add(cause);
          await after.write(summary);
        }
        from += bytes;
      }
    };
    const write = async (partial: string): Promise<void> => {
      await writeTextFile(partial, 'none', copy);
    };
    await replaceFile(this.#path, write, { isBatched: true }).finally(() => before.close());
  }
}

/** @param of the number of published records of the kind */
const isFrequent = ({ rows, records }: Cause, of: number): boolean =>
  FREQUENT.some(([least, share]) => records >= least && records >= of * share) ||
  (rows >= FREQUENT_ROWS && rows >= records * ROWS_OF_A_RECORD);

/** A field without the list that it is in: a collector and an informant have the same age. */
const withoutList = (field: string): string => {
  const names = field.split(', ').map((name) => name.replace(/^[^.]*\./, ''));
  return [...new Set(names)].join(', ');
};

/** The row of a cause that is frequent among the published records of its kind. */
function summaryRow({ reported, words, fields, values, rows, records }: Cause, of: number): string {
  const { subject } = reported;
  const { kind, called, outcome } = subject;
  const share = Math.floor((records / of) * 100);
  const [times, timesGA] =
    rows > records ? [` ${formatCount(rows)} times`, ` ${formatCount(rows)} uair`] : ['', ''];
  const [value = ''] = values.size === 1 ? values : [];
  const numbers = [
    value === '' ? '' : `${value}: `,
    times === '' ? '' : `${formatCount(rows)} × `,
    `${formatCount(records)} / ${formatCount(of)} (${share} %)`,
  ].join('');
  return editorsRow(
    { ...reported, subject: { kind, called, outcome } },
    {
      ...words,
      field: [...new Set([...fields].flatMap((field) => field.split(', ')))].join(', '),
      value: numbers,
      where: 'findings.ndjson',
      wrong: {
        en: `${words.wrong.en} This is so${times} in ${formatCount(records)} of ${formatCount(of)} records; findings.ndjson has each.`,
        ga: `${words.wrong.ga} Is amhlaidh atá${timesGA} i gcás ${formatCount(records)} as ${formatCount(of)} taifead; tá gach ceann acu in findings.ndjson.`,
      },
    },
  );
}

function editorsRow({ finding, subject }: ReportedFinding, words: FindingWords): string {
  const { field, value, where, wrong, right } = words;
  const row: Readonly<Record<(typeof EDITORS_COLUMNS)[number], string>> = {
    severity: finding.severity,
    collection: subject.called,
    record: String(subject.id ?? ''),
    label: labelOf(subject),
    where,
    field,
    value,
    wrong_en: wrong.en,
    right_en: right.en,
    wrong_ga: wrong.ga,
    right_ga: right.ga,
    outcome: subject.outcome,
  };
  return csvRow(EDITORS_COLUMNS.map((column) => beginning(escapeControlsInValue(row[column]), LONGEST)));
}
