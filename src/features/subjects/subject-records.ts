import { entry } from '../../base/map-entry.js';
import type {
  Classification,
  ClassificationRow,
  ClassifiedRecord,
  ConceptKey,
  Subject,
  SubjectLabels,
  SubjectSchemeWithTop,
} from '../../model/mapping/subjects.js';
import { mintIris } from '../../model/rdf/iris.js';
import { compareRecords } from '../../model/rdf/record-order.js';
import { sourceRecord } from '../../model/records/record.js';
import { NO_REQUEST } from '../../pipeline/map-records/constant-records.js';
import type { AddedRecords, RowsOfTable } from '../../pipeline/plan/build-feature.js';
import type { BuildPlan } from '../../pipeline/plan/build-plan.js';
import { unusedText } from '../../pipeline/publish/unused-links.js';

/** The columns of the tables with the label of a record, the first one that has it. */
const LABELS = {
  items: ['label'],
  photographs: ['reference_number'],
  topics: ['label_en', 'label_ga', 'label_other'],
} as const;

/**
 * The records of the dataset `subjects`: classifications of works and topics that the release has, the concepts that these name,
 * and their schemes. All shards must have been added. They are in the order of their IRIs, so that the order of the table does
 * not matter.
 *
 * @returns the records, and a note about rows whose records are not published: unknown, withheld, rejected or not built
 * @throws Error when a chunk of a table is damaged; the error of the file system
 */
export async function subjectRecords(
  { base, additions: { subjects } = {} }: Pick<BuildPlan, 'base' | 'additions'>,
  released: RowsOfTable,
): Promise<AddedRecords> {
  if (subjects === undefined) return { records: [] };
  const { schemes, concepts, rows } = subjects;
  const iri = mintIris(base);
  const byPath = new Map<string, ClassificationRow[]>();
  for (const row of rows) entry(byPath, row.record, () => []).push(row);
  const labels = await labelsOf(released, byPath, base);
  const conceptOf = new Map(concepts.map((one) => [iri.subject(one), one]));
  const used = new Map<string, Subject>();
  const counts = new Map<string, { notations: Set<string>; works: number; topics: number }>();
  const classified = [...labels].map(([path, label]): ClassifiedRecord => {
    const own = byPath.get(path) ?? [];
    for (const row of own) {
      const concept = conceptOf.get(iri.subject(row));
      if (concept !== undefined) used.set(iri.subject(row), concept);
    }
    for (const scheme of new Set(own.map((row) => row.scheme))) {
      const count = entry(counts, scheme, () => ({ notations: new Set<string>(), works: 0, topics: 0 }));
      for (const row of own) if (row.scheme === scheme) count.notations.add(row.notation);
      count[own.some(({ relation }) => relation !== undefined) ? 'topics' : 'works'] += 1;
    }
    return {
      path,
      label,
      classifications: own.map((row) => classification(row, conceptOf.get(iri.subject(row)))),
    };
  });
  const inOrder = (one: ConceptKey, other: ConceptKey): number =>
    compareRecords(iri.subject(one), iri.subject(other));
  const bySource = (one: Classification, other: Classification): number =>
    inOrder(one, other) || (one.source < other.source ? -1 : 1);
  const titles = new Map(schemes.map((one) => [one.scheme, one]));
  const withTop = [...counts].map(
    ([scheme, { notations, ...count }]): SubjectSchemeWithTop => ({
      scheme,
      ...titles.get(scheme),
      ...count,
      notations: [...notations]
        .map((notation) => ({ scheme, notation }))
        .sort(inOrder)
        .map((one) => one.notation),
    }),
  );
  const pathOf = (whole: string): string => whole.slice(base.length);
  const records = [
    ...withTop
      .sort((one, other) => (one.scheme < other.scheme ? -1 : 1))
      .map((one) => sourceRecord('subject-scheme', pathOf(iri.subjectScheme(one.scheme)), one, NO_REQUEST)),
    ...[...used.values()]
      .sort(inOrder)
      .map((one) => sourceRecord('subject', pathOf(iri.subject(one)), one, NO_REQUEST)),
    ...classified
      .sort((one, other) => compareRecords(base + one.path, base + other.path))
      .map((one) => ({ ...one, classifications: [...one.classifications].sort(bySource) }))
      .map((one) => sourceRecord('classification', one.path, one, NO_REQUEST)),
  ];
  const unused = rows.filter(({ record }) => !labels.has(record));
  return { records, notes: unused.length === 0 ? [] : [unusedText('subjects', unused)] };
}

/** The labels of the records that the release has, by path. */
async function labelsOf(
  released: RowsOfTable,
  wanted: ReadonlyMap<string, unknown>,
  base: string,
): Promise<ReadonlyMap<string, string>> {
  const labels = new Map<string, string>();
  for (const [table, columns] of Object.entries(LABELS) as [keyof typeof LABELS, readonly string[]][]) {
    for await (const row of released(table)) {
      const path = row('iri').slice(base.length);
      if (!wanted.has(path) || row('omission') !== '') continue;
      labels.set(path, columns.map((column) => row(column)).find((label) => label !== '') ?? '');
    }
  }
  return labels;
}

const classification = (
  { scheme, notation, relation, source, date }: ClassificationRow,
  { labelEN, labelGA }: SubjectLabels = {},
): ClassifiedRecord['classifications'][number] => ({
  scheme,
  notation,
  source,
  labelEN,
  labelGA,
  ...(relation === undefined ? {} : { relation }),
  ...(date === undefined ? {} : { date }),
});
