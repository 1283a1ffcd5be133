import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import { describeEffective, type Effective } from '../../model/mapping/own-records.js';
import { type Context, readContext } from '../../model/rdf/context.js';
import type { DumpRecord } from '../../model/rdf/formats/read-dump.js';
import { textOf } from '../../model/rdf/formats/recognise-dump.js';
import { IriMap } from '../../model/rdf/iri-set.js';
import { mintIris } from '../../model/rdf/iris.js';
import { type LanguageMap, NO_LANGUAGE, type Node, tidy } from '../../model/rdf/node.js';
import { makeToQuads } from '../../model/rdf/to-quads.js';
import { readRows } from '../../release/tables/csv.js';
import { effectiveIn, TABLES_OF_WORKS } from '../../release/tables/inherited-place-and-date.js';

/** What holds for a work, by its IRI, and the labels of a part or a topic, by its IRI. */
export interface HeldFacts {
  effective(work: string): Omit<Effective, 'path'> | undefined;
  labels(partOrTopic: string): LanguageMap | undefined;
}

/** The property of the labels, by the property of a work that leads to the records with labels. */
const LABELLED = { isPartOf: 'label', subject: 'prefLabel' } as const;

/**
 * Makes the function that adds to the triples of a work those of the dataset `effective`, and the labels of its part and its
 * topics: a view says them also where the release is without that dataset (model 3.11).
 */
export function withHeld(
  { effective, labels }: HeldFacts,
  base: string,
  context: Context,
): (record: DumpRecord) => readonly Quad[] {
  const toQuads = makeToQuads(context);
  const iris = { iri: mintIris(base) };
  const labelled = new Map(
    Object.entries(LABELLED).map(([term, property]) => [context.terms.get(term)?.iri, property]),
  );
  return ({ iri, quads }) => {
    const of = effective(iri);
    const nodes = quads.flatMap(({ subject, predicate, object }): Node[] => {
      const property = labelled.get(predicate.value);
      if (subject.value !== iri || property === undefined) return [];
      const label = labels(object.value);
      return label === undefined ? [] : [{ id: object.value, [property]: label }];
    });
    if (of !== undefined) nodes.push(describeEffective({ path: iri.slice(base.length), ...of }, iris));
    return nodes.length === 0 ? quads : [...quads, ...nodes.flatMap((node) => toQuads(tidy(node)))];
  };
}

/** A release whose tables are open, with paths in place of IRIs. */
interface OpenTables {
  readonly index: { all<R>(sql: string, values: readonly string[]): readonly R[] };
  readonly manifest: { readonly base: string; readonly vocabularyBase: string };
}

/** The same with the facts of the tables of an open release. */
export function withHeldOf({ index, manifest }: OpenTables): (record: DumpRecord) => readonly Quad[] {
  const { base, vocabularyBase } = manifest;
  const rowOf = (table: string, iri: string): ((column: string) => string) => {
    const [row] = index.all<Readonly<Record<string, string | number | null>>>(
      `SELECT * FROM ${table} WHERE iri = ?`,
      [iri.slice(base.length)],
    );
    return (column) => String(row?.[column] ?? '');
  };
  return withHeld(
    {
      effective: (iri) => TABLES_OF_WORKS.flatMap((table) => effectiveIn(table, rowOf(table, iri)) ?? [])[0],
      labels: (iri) => labelsIn(rowOf('parts', iri)) ?? labelsIn(rowOf('topics', iri)),
    },
    base,
    readContext(undefined, vocabularyBase),
  );
}

/**
 * Reads the facts from the tables of a release. Works with equal facts share them.
 *
 * @param directory the folder of the release
 * @throws FolkloreError FILE_UNREADABLE
 */
export async function heldInTables(directory: string): Promise<HeldFacts> {
  /** None where the release has no such table: it has tables of the kinds that were asked for. */
  async function* rowsOf(table: string): AsyncGenerator<(column: string) => string> {
    const path = join(directory, 'derived', `${table}.csv`);
    if (existsSync(path)) yield* readRows(textOf({ path, isPacked: false }));
  }
  const [effective, labels] = [new IriMap<Omit<Effective, 'path'>>(), new IriMap<LanguageMap>()];
  const known = new Map<string, Omit<Effective, 'path'>>();
  for (const table of TABLES_OF_WORKS)
    for await (const row of rowsOf(table)) {
      const of = effectiveIn(table, row);
      if (of === undefined) continue;
      const key = JSON.stringify(of);
      if (!known.has(key)) known.set(key, of);
      effective.set(row('iri'), known.get(key) ?? of);
    }
  for (const table of ['parts', 'topics'])
    for await (const row of rowsOf(table)) labels.set(row('iri'), labelsIn(row) ?? {});
  return { effective: (iri) => effective.get(iri), labels: (iri) => labels.get(iri) };
}

/** The labels of a part or a topic, from its row; a label without a language is the only one. */
function labelsIn(row: (column: string) => string): LanguageMap | undefined {
  const texts = (column: string): string[] => (row(column) === '' ? [] : [row(column)]);
  const [en, ga, other] = [texts('label_en'), texts('label_ga'), texts('label')];
  if (en.length + ga.length > 0) return { en, ga };
  return other.length > 0 ? { [NO_LANGUAGE]: other } : undefined;
}
