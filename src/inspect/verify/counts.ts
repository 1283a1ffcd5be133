import type { Format } from '../../rdf/formats/format.js';
import type { DumpRecord } from '../../rdf/formats/read-dump.js';
import { mintIris } from '../../rdf/iris.js';
import { distinctQuads } from '../../rdf/to-quads.js';
import { datasetsOf, publicationsOf } from '../../release/facts.js';
import { MANIFEST, type ManifestDataset, type ReleaseManifest } from '../../release/manifest.js';
import { type DatasetCounts, Statistics } from '../../release/statistics.js';
import { type Counted, checkCounts, type Described } from './described-counts.js';
import type { Tell } from './problem.js';

/** Under these names the statements of a dump are counted. */
const FOREIGN = 'foreign';
const OURS = 'ours';

/**
 * Counts a dataset from one of its dumps. Sorted lines do not tell which record a statement about a node of others comes
 * from, nor how often it is made: what such nodes take part in is not known from them.
 */
export class DatasetTotalsCounter {
  readonly #base: string;
  readonly #isAsWritten: boolean;
  readonly #knowsLinks: boolean;
  readonly #statistics: Statistics;

  /** @param prefixes of the release; undefined when it has no context */
  constructor(base: string, prefixes: ReadonlyMap<string, string> | undefined, format: Format) {
    this.#base = base;
    this.#isAsWritten = format === 'ttl' || format === 'jsonld';
    this.#knowsLinks = prefixes !== undefined;
    this.#statistics = new Statistics({ base, prefixes: prefixes ?? new Map() });
  }

  add({ iri, quads }: DumpRecord): void {
    this.#statistics.add(
      this.#isAsWritten || iri.startsWith(this.#base) ? OURS : FOREIGN,
      distinctQuads(quads),
    );
  }

  get totals(): DatasetTotals {
    const [ours, foreign] = [this.#statistics.of(OURS), this.#statistics.of(FOREIGN)];
    const isWhole = foreign.triples === 0;
    return {
      triples: isWhole ? ours.triples : undefined,
      entities: ours.entities,
      // Of a dataset that only adds to records of another one, its subjects tell how many.
      toldEntities: ours.entities === 0 && ours.triples > 0 ? 'none' : ours.entities,
      subjects: isWhole ? ours.subjects : undefined,
      classes: ours.classes,
      properties: ours.properties,
      links: isWhole && this.#knowsLinks ? ours.links : undefined,
      unsure: new Set([...foreign.classes.keys(), ...foreign.properties.keys()]),
    };
  }
}

/** What a dataset holds. */
export interface DatasetTotals extends Omit<Counted, 'called' | 'iri' | 'entities'> {
  readonly entities: number;
  readonly toldEntities: number | 'none';
  readonly properties: DatasetCounts['properties'];
  readonly unsure: ReadonlySet<string>;
}

/** Compares the totals of a dataset with what manifest.json and void.ttl say. */
export function checkDataset(
  { name, publication, triples, entities, graph }: ManifestDataset,
  { label, base }: ReleaseManifest,
  totals: DatasetTotals,
  described: Described | undefined,
  tell: Tell,
): void {
  const iris = mintIris(base);
  const compare = (what: string, claimed: number, found: number | undefined): void => {
    if (found !== undefined && claimed !== found)
      tell(MANIFEST, `says ${claimed} ${what} of the dataset ${name}; there are ${found}`);
  };
  compare('triples', triples, totals.triples);
  compare('entities', entities, totals.entities);
  const due = iris.graph(publication, name);
  if (graph !== due) tell(MANIFEST, `says that the graph of the dataset ${name} is ${graph}; it is ${due}`);
  if (described === undefined) return;
  const iri = iris.released(publication, label, name);
  const called = `the dataset ${name}`;
  checkCounts({ ...totals, called, iri, entities: totals.toldEntities }, described, tell);
}

/** Compares what the datasets of each publication come to with what void.ttl says. */
export function checkPublications(
  manifest: ReleaseManifest,
  all: ReadonlyMap<string, DatasetTotals>,
  described: Described,
  tell: Tell,
): void {
  for (const publication of publicationsOf(manifest)) {
    const totals = datasetsOf(publication, manifest).map(({ name }) => all.get(name));
    const known = totals.filter((one) => one !== undefined);
    if (known.length < totals.length) continue;
    const classes = new Map<string, number>();
    for (const [type, count] of known.flatMap((one) => [...one.classes]))
      classes.set(type, (classes.get(type) ?? 0) + count);
    checkCounts(
      {
        called: `the publication ${publication}`,
        iri: mintIris(manifest.base).release(publication, manifest.label),
        triples: sumOf(known.map(({ triples }) => triples)),
        entities: sumOf(known.map(({ entities }) => entities)),
        classes,
        unsure: new Set(known.flatMap(({ unsure }) => [...unsure])),
      },
      described,
      tell,
    );
  }
}

const sumOf = (numbers: readonly (number | undefined)[]): number | undefined =>
  numbers.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0,
  );
