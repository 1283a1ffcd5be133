import type { Quad } from '@rdfjs/types';
import type { MappedNode } from '../../model/rdf/formats/format.js';
import { type Iris, mintIris, type Publication } from '../../model/rdf/iris.js';
import type { Node } from '../../model/rdf/node.js';
import { type Dataset, publicationOf } from '../../model/records/datasets.js';
import { datasetOf, kindOf } from '../../model/records/kinds.js';
import type { Kind } from '../../model/records/record.js';
import { Statistics } from '../../release/description/statistics.js';
import { type DatasetChunk, DatasetChunkBuilder } from '../../release/dumps/dataset-chunk.js';
import { DerivedMaker } from '../../release/tables/derived-file.js';
import { tableSettings } from '../../release/tables/derived-files.js';
import { withPart } from '../../release/tables/inherited-place-and-date.js';
import { withDoubts } from '../../release/tables/place-nodes.js';
import type { GlobalIndex } from '../global-index/global-index.js';
import { Completeness } from '../map-records/completeness.js';
import type { CheckedMapping } from '../map-records/trim-record.js';
import { type BuildFeatures, derivedRows, type FeatureFile, namingFeature } from '../plan/build-feature.js';
import { type BuildPlan, formatsOf, placenamesTitle } from '../plan/build-plan.js';
import type { CompiledVocabulary } from '../plan/compiled-vocabulary.js';
import { QueryExamples } from './query-examples.js';
import type { ShardOutput } from './shard-output.js';

/** The part of a shard output that published records become. */
type Contents = Pick<
  ShardOutput,
  'chunks' | 'derived' | 'completeness' | 'counted' | 'examples' | 'published' | 'unknownCodes' | 'triples'
>;

/** What the published records of a shard become: dumps, rows of tables, counts, examples for queries. */
export class ShardContents {
  readonly #formats: ReturnType<typeof formatsOf>;
  readonly #language: CompiledVocabulary['language'];
  /** The property of codes that are in no list. */
  readonly #unmappedCode: string;
  readonly #unnamedLocations: GlobalIndex['unnamedLocations'];
  readonly #iri: Iris;
  readonly #statistics: Statistics;
  readonly #examples: QueryExamples;
  readonly #derived: readonly { readonly row: FeatureFile; readonly maker: DerivedMaker }[];
  readonly #completeness = new Completeness();
  /** The parts of the present answer, by their IRIs: its items are in them. */
  readonly #parts = new Map<string, Node>();
  readonly #chunks = new Map<Dataset, DatasetChunkBuilder>();
  #published = new Map<Kind, number>();
  #unknownCodes: [kind: Kind, codes: readonly string[]][] = [];
  #triples = 0;

  /** @param unmappedCode IRI of the property of codes that are in no list */
  constructor(
    plan: BuildPlan,
    { language }: CompiledVocabulary,
    { unnamedLocations }: Pick<GlobalIndex, 'unnamedLocations'>,
    unmappedCode: string,
    features: BuildFeatures,
  ) {
    this.#formats = formatsOf(plan);
    this.#language = language;
    this.#unmappedCode = unmappedCode;
    this.#unnamedLocations = unnamedLocations;
    this.#iri = mintIris(plan.base);
    this.#statistics = new Statistics(language);
    this.#examples = new QueryExamples(plan.base);
    const settings = tableSettings(language, placenamesTitle(plan));
    this.#derived = derivedRows(features).map((row) => ({
      row,
      maker: namingFeature(row, () => new DerivedMaker(row, settings)),
    }));
  }

  /** Begins the records of another answer. */
  beginAnswer(): void {
    this.#parts.clear();
  }

  /** Adds a record that is published. */
  add({ one, mapped, findings }: CheckedMapping): void {
    this.#published.set(one.kind, (this.#published.get(one.kind) ?? 0) + 1);
    this.#completeness.add(one);
    const codes = unmappedCodes(mapped.quads, this.#unmappedCode);
    if (codes.length > 0) this.#unknownCodes.push([one.kind, codes]);
    const { identity, inTables } = kindOf(one);
    const dataset = datasetOf(one);
    this.#write(dataset, mapped);
    const links = identity === undefined ? undefined : mapped.identity;
    if (identity !== undefined && links !== undefined) this.#write(identity.dataset, links);
    const whole = this.#withPart(one.kind, mapped.node);
    const doubted =
      findings.length === 0 ? whole : withDoubts(whole, new Set(findings.map(({ focus }) => focus)));
    const row = inTables === undefined ? doubted : { ...doubted, ...inTables(one.record, this.#iri) };
    // Omissions are of both publications.
    const publication = dataset === 'omissions' ? undefined : publicationOf(dataset);
    this.#addRows(row, publication, links?.node);
    // The archive's table of places has a row of each place that it refers to, also where only the other database names it.
    if (one.kind === 'place' && this.#unnamedLocations.has(one.record.id))
      this.#addRows({ id: mapped.node.id, type: ['Place'] }, 'folklore');
    this.#examples.add(mapped.node);
  }

  /** What was added since the last call. */
  take(): Contents {
    const chunks = new Map<Dataset, DatasetChunk>();
    // In an order that does not depend on the shards before.
    for (const dataset of [...this.#chunks.keys()].sort()) {
      const maker = this.#chunks.get(dataset);
      if (maker !== undefined && maker.records > 0) chunks.set(dataset, maker.take());
    }
    const taken = {
      chunks,
      derived: this.#derived.map(({ maker }) => maker.take()),
      completeness: this.#completeness.take(),
      counted: this.#statistics.take(),
      examples: this.#examples.take(),
      published: this.#published,
      unknownCodes: this.#unknownCodes,
      triples: this.#triples,
    };
    this.#published = new Map();
    this.#unknownCodes = [];
    this.#triples = 0;
    return taken;
  }

  /** An item with its part; a part is kept for its items, which follow it. */
  #withPart(kind: Kind, node: Node): Node {
    if (kind === 'cbe.part' || kind === 'cbes.part') this.#parts.set(node.id, node);
    const { isPartOf } = node;
    if ((kind !== 'cbe.item' && kind !== 'cbes.item') || typeof isPartOf !== 'string') return node;
    return withPart(node, this.#parts.get(isPartOf));
  }

  #addRows(node: Node, publication: Publication | undefined, identity?: Node): void {
    for (const { row, maker } of this.#derived)
      namingFeature(row, () => maker.add(node, publication, identity));
  }

  #write(dataset: Dataset, node: MappedNode): void {
    let maker = this.#chunks.get(dataset);
    if (maker === undefined) {
      maker = new DatasetChunkBuilder(this.#formats, this.#language);
      this.#chunks.set(dataset, maker);
    }
    maker.add(node);
    this.#statistics.add(dataset, node.quads);
    this.#triples += node.quads.length;
  }
}

const NONE: readonly string[] = [];

/**
 * The codes of a record that are in no list (model 3.10). A hot path: hardly any record has one.
 *
 * @param property IRI of the property of such codes
 */
function unmappedCodes(quads: readonly Quad[], property: string): readonly string[] {
  let codes: string[] | undefined;
  for (const { predicate, object } of quads) {
    if (predicate.value !== property) continue;
    codes ??= [];
    codes.push(object.value);
  }
  return codes ?? NONE;
}
