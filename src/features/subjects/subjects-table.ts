import { bytesOfTable, invalidTable, rowsOfTable, type TableForm } from '../../cli/config/operator-table.js';
import {
  type ClassificationRow,
  MAPPING_RELATIONS,
  type MappingRelation,
  type SubjectLabels,
  type SubjectsTable,
} from '../../model/mapping/subjects.js';
import { segment, webAddress } from '../../model/rdf/iris.js';
import { isYearMonthOrDay } from '../../model/rdf/term-check.js';

const REQUIRED = ['record', 'scheme', 'source'] as const;
const OPTIONAL = ['notation', 'iri', 'label_en', 'label_ga', 'relation', 'date'] as const;

const SUBJECTS: TableForm<(typeof REQUIRED)[number], (typeof OPTIONAL)[number]> = {
  name: 'subjects',
  document: 'docs/subjects.md',
  columns: REQUIRED,
  optional: OPTIONAL,
};

type SubjectRow = Readonly<Record<(typeof REQUIRED)[number] | (typeof OPTIONAL)[number], string>>;

/** Paths of records below the data base that can be classified, and of topics that can be aligned. */
const WORK = /^(?:cbes?\/item|cbeg\/photograph)\/(?:0|[1-9]\d{0,14})$/;
const TOPIC = /^(?:cbes\/topic\/(?:0|[1-9]\d{0,14})|handbook\/([^/]+))$/;

const SCHEME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** What the lists of topics of the archive are called in tables (docs/files.md). */
const LISTS: ReadonlySet<string> = new Set(['schools', 'handbook']);
/** Characters of a notation, at most. */
const LONGEST_NOTATION = 200;
const UNSEEN = /[\p{Cc}\uFFFD]/u;

/**
 * Reads the operator's own table of classifications (docs/subjects.md): CSV with the columns record, scheme and source, and any of
 * notation, iri, label_en, label_ga, relation and date. A row without record gives the labels of a concept, or of a scheme.
 *
 * @param base the data base IRI
 * @throws FolkloreError CONFIG_INVALID with the line of the first row that cannot be used
 */
export function readSubjectsTable(file: string, base: string): SubjectsTable {
  const { rows } = rowsOfTable(SUBJECTS, file, bytesOfTable(SUBJECTS, file));
  const table = new Subjects();
  for (const { row, line } of rows) {
    const fault = table.add(plain(row, base), line);
    if (fault !== undefined) throw invalidTable(SUBJECTS, file, `line ${line}: ${fault}`);
  }
  return table.read;
}

/** Cells in NFC, each on one line; the record as a path below the base. */
function plain(row: SubjectRow, base: string): SubjectRow {
  const cells = Object.entries(row).map(([column, cell]) => [
    column,
    cell.normalize('NFC').replace(/\s+/g, ' ').trim(),
  ]);
  const made = Object.fromEntries(cells) as SubjectRow;
  return { ...made, record: made.record.startsWith(base) ? made.record.slice(base.length) : made.record };
}

/** A scheme or concept of the table while it is read, with the line of each label. */
interface Labelled {
  labelEN?: string;
  labelGA?: string;
  readonly lines: Map<keyof SubjectLabels, number>;
}

/** What a table says: rows that contradict others, or themselves, are refused. */
class Subjects {
  readonly #schemes = new Map<string, Labelled & { readonly scheme: string }>();
  readonly #concepts = new Map<
    string,
    Labelled & { readonly scheme: string; readonly notation: string; readonly elsewhere: Set<string> }
  >();
  /** The concept of each address elsewhere. */
  readonly #addresses = new Map<string, { readonly concept: string; readonly line: number }>();
  readonly #rows = new Map<string, ClassificationRow>();
  readonly #relations = new Map<string, ClassificationRow>();

  get read(): SubjectsTable {
    const labels = ({ labelEN, labelGA }: Labelled): SubjectLabels => ({ labelEN, labelGA });
    return {
      schemes: [...this.#schemes.values()].map((one) => ({ scheme: one.scheme, ...labels(one) })),
      concepts: [...this.#concepts.values()].map(({ scheme, notation, elsewhere, ...one }) => ({
        scheme,
        notation,
        elsewhere: [...elsewhere],
        ...labels(one),
      })),
      rows: [...this.#rows.values()],
    };
  }

  /** Adds a row; returns what keeps it out, if anything does. */
  add(row: SubjectRow, line: number): string | undefined {
    const { scheme, record, iri } = row;
    const fault = faultOfCells(row) ?? faultOfRecord(row);
    if (fault !== undefined) return fault;
    const ofScheme = this.#schemes.get(scheme) ?? { scheme, lines: new Map() };
    this.#schemes.set(scheme, ofScheme);
    const notation = row.notation || notationIn(iri);
    if (notation === '')
      return record === '' && iri === ''
        ? addLabels(ofScheme, row, line)
        : `a notation of the scheme ${scheme} or an IRI whose end is one is missing`;
    const fit = faultOfNotation(notation);
    if (fit !== undefined) return fit;
    const key = `${scheme} ${notation}`;
    const concept = this.#concepts.get(key) ?? { scheme, notation, elsewhere: new Set(), lines: new Map() };
    this.#concepts.set(key, concept);
    return (
      addLabels(concept, row, line) ??
      this.#addAddress(key, concept.elsewhere, iri, line) ??
      (record === '' ? undefined : this.#addRow(row, notation, line))
    );
  }

  #addAddress(concept: string, elsewhere: Set<string>, iri: string, line: number): string | undefined {
    if (iri === '') return undefined;
    const before = this.#addresses.get(iri);
    if (before !== undefined && before.concept !== concept)
      return `${iri} is another concept in line ${before.line}, ${before.concept}: it is one concept, not two`;
    if (before === undefined) this.#addresses.set(iri, { concept, line });
    elsewhere.add(iri);
    return undefined;
  }

  #addRow(
    { record, scheme, source, date, relation }: SubjectRow,
    notation: string,
    line: number,
  ): string | undefined {
    const row: ClassificationRow = {
      record,
      scheme,
      notation,
      source,
      line,
      ...(date === '' ? {} : { date }),
      ...(relation === '' ? {} : { relation: relation as MappingRelation }),
    };
    const about = `${record} ${scheme} ${notation}`;
    const related = this.#relations.get(about);
    if (related !== undefined && related.relation !== row.relation)
      return `line ${related.line} has another relation of ${record} to ${scheme} ${notation}`;
    this.#relations.set(about, related ?? row);
    const before = this.#rows.get(`${about} ${source}`);
    if (before !== undefined) return `it repeats line ${before.line}`;
    this.#rows.set(`${about} ${source}`, row);
    return undefined;
  }
}

/** What is wrong with the cells of a row, whatever it is about. */
function faultOfCells(row: SubjectRow): string | undefined {
  const unseen = Object.entries(row).find(([, cell]) => UNSEEN.test(cell));
  if (unseen !== undefined)
    return `the ${unseen[0]} has a control character, or the file is not in UTF-8: ${JSON.stringify(unseen[1])}`;
  const { scheme, iri, date } = row;
  if (LISTS.has(scheme)) return `"${scheme}" is a list of the archive: its topics are aligned, not made`;
  if (!SCHEME.test(scheme))
    return `"${scheme}" is no short name of a scheme: small letters, digits and hyphens, such as atu`;
  if (iri !== '' && webAddress(iri) !== iri) return `"${iri}" is no http or https address in its plain form`;
  if (date !== '' && !isYearMonthOrDay(date))
    return `"${date}" is no year, month or day, such as 2026, 2026-11 or 2026-11-23`;
  return undefined;
}

function faultOfRecord({ record, relation, source }: SubjectRow): string | undefined {
  if (record === '')
    return relation === '' ? undefined : 'a row without record gives labels: it has no relation';
  const isTopic = isTopicPath(record);
  if (!isTopic && !WORK.test(record))
    return `"${record}" is no item, photograph or topic, such as cbes/item/7101, cbeg/photograph/1201, cbes/topic/6011 or handbook/B005`;
  if (source === '') return 'the source is missing: who says so, or in what publication';
  if (!isTopic) return relation === '' ? undefined : `a work has no relation: "${relation}"`;
  if (!(MAPPING_RELATIONS as readonly string[]).includes(relation))
    return `"${relation}" is no relation of a topic: it is one of ${MAPPING_RELATIONS.join(', ')}`;
  return undefined;
}

function isTopicPath(record: string): boolean {
  const [is, code] = TOPIC.exec(record) ?? [];
  return is !== undefined && (code === undefined || isSegment(code));
}

/** Whether a text is the end of an IRI as this program makes it of a code. */
function isSegment(text: string): boolean {
  try {
    return segment(decodeURIComponent(text)) === text;
  } catch {
    return false;
  }
}

function faultOfNotation(notation: string): string | undefined {
  if (/^\.{1,2}$/.test(notation)) return `"${notation}" is no notation: it cannot end an IRI`;
  return notation.length > LONGEST_NOTATION
    ? `the notation is longer than ${LONGEST_NOTATION} characters`
    : undefined;
}

/** What an IRI ends with, after the last slash or hash; of an address without such an end, the empty string. */
function notationIn(iri: string): string {
  const [, end = ''] = /^https?:\/\/[^/]+.*[/#]([^/#?]+)\/?$/.exec(iri) ?? [];
  try {
    return decodeURIComponent(end).normalize('NFC').trim();
  } catch {
    return end;
  }
}

/** Adds the labels of a row to its scheme or concept. */
function addLabels(one: Labelled, row: SubjectRow, line: number): string | undefined {
  for (const [field, label] of [
    ['labelEN', row.label_en],
    ['labelGA', row.label_ga],
  ] as const) {
    if (label === '') continue;
    if (one[field] !== undefined && one[field] !== label)
      return `it is called "${label}", and "${one[field]}" in line ${one.lines.get(field)}`;
    if (one[field] === undefined) one.lines.set(field, line);
    one[field] = label;
  }
  return undefined;
}
