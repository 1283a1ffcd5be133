import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Format } from '../../rdf/formats/format.js';
import type { DumpRecord } from '../../rdf/formats/read-dump.js';
import { mintIris, voidWords } from '../../rdf/iris.js';
import { parseTurtle } from '../../rdf/parse.js';
import { distinctQuads } from '../../rdf/to-quads.js';
import { datasetsOf, publicationsOf } from '../../release/facts.js';
import { MANIFEST, type ManifestDataset, type ReleaseManifest } from '../../release/manifest.js';
import { type DatasetCounts, Statistics } from '../../release/statistics.js';
import type { Below } from './file-checksums.js';
import { type AddProblem, whyUnreadable } from './problem.js';

export const VOID = 'void.ttl';

/** Under these names the statements of a dump are counted. */
const FOREIGN = 'foreign';
const OURS = 'ours';

/** The counts of a dataset. An undefined count is not known, and not compared. */
export interface DatasetTotals {
  readonly triples: number | undefined;
  readonly entities: number;
  readonly subjects: number | undefined;
  readonly classes: DatasetCounts['classes'];
  readonly properties: DatasetCounts['properties'];
  readonly links: DatasetCounts['links'] | undefined;
  /** Classes and properties whose numbers are not known. */
  readonly unsure: ReadonlySet<string>;
}

/**
 * Counts a dataset from one of its dumps. Sorted lines do not show which record a statement about a node of others comes
 * from, nor how often it is made: the numbers of such statements are not known from them.
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
    const isOurs = this.#isAsWritten || iri.startsWith(this.#base);
    this.#statistics.add(isOurs ? OURS : FOREIGN, distinctQuads(quads));
  }

  get totals(): DatasetTotals {
    const [ours, foreign] = [this.#statistics.of(OURS), this.#statistics.of(FOREIGN)];
    const isWhole = foreign.triples === 0;
    return {
      triples: isWhole ? ours.triples : undefined,
      entities: ours.entities,
      subjects: isWhole ? ours.subjects : undefined,
      classes: ours.classes,
      properties: ours.properties,
      links: isWhole && this.#knowsLinks ? ours.links : undefined,
      unsure: new Set([...foreign.classes.keys(), ...foreign.properties.keys()]),
    };
  }
}

/** The values of void.ttl, by subject and predicate. */
export type Described = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** Reads void.ttl; undefined, with a problem, when it cannot be read. */
export async function readVoid(
  release: string,
  below: Below,
  addProblem: AddProblem,
): Promise<Described | undefined> {
  if (below.get(VOID) !== 'file') {
    addProblem(VOID, 'is not there');
    return undefined;
  }
  try {
    const described = new Map<string, Map<string, string[]>>();
    const text = await readFile(join(release, VOID), 'utf8');
    for (const { subject, predicate, object } of parseTurtle(text, VOID)) {
      const about = described.get(subject.value) ?? new Map<string, string[]>();
      const values = about.get(predicate.value) ?? [];
      values.push(object.value);
      described.set(subject.value, about.set(predicate.value, values));
    }
    return described;
  } catch (thrown) {
    addProblem(VOID, `cannot be read: ${whyUnreadable(VOID, thrown).replace(`${VOID}: `, '')}`);
    return undefined;
  }
}

/** Compares the totals of a dataset with manifest.json and void.ttl. */
export function checkDataset(
  { name, publication, triples, entities, graph }: ManifestDataset,
  { label, base }: ReleaseManifest,
  totals: DatasetTotals,
  described: Described | undefined,
  addProblem: AddProblem,
): void {
  const iris = mintIris(base);
  const compare = (what: string, claimed: number, found: number | undefined): void => {
    if (found !== undefined && claimed !== found)
      addProblem(MANIFEST, `says ${claimed} ${what} of the dataset ${name}; there are ${found}`);
  };
  compare('triples', triples, totals.triples);
  compare('entities', entities, totals.entities);
  const expected = iris.graph(publication, name);
  if (graph !== expected)
    addProblem(MANIFEST, `says that the graph of the dataset ${name} is ${graph}; it is ${expected}`);
  if (described === undefined) return;
  const checked = { title: `the dataset ${name}`, iri: iris.released(publication, label, name) };
  // void.ttl has no number of entities for a dataset that only adds to records of others.
  const isAddition = totals.entities === 0 && totals.triples !== 0;
  checkCounts(
    { ...totals, ...checked, entities: isAddition ? 'none' : totals.entities },
    described,
    addProblem,
  );
}

/** Compares the sums over the datasets of each publication with void.ttl. */
export function checkPublications(
  manifest: ReleaseManifest,
  all: ReadonlyMap<string, DatasetTotals>,
  described: Described,
  addProblem: AddProblem,
): void {
  for (const publication of publicationsOf(manifest)) {
    const datasets = datasetsOf(publication, manifest);
    const totals = datasets.flatMap(({ name }) => all.get(name) ?? []);
    if (totals.length < datasets.length) continue;
    const classes = new Map<string, number>();
    for (const [type, count] of totals.flatMap((one) => [...one.classes]))
      classes.set(type, (classes.get(type) ?? 0) + count);
    const isKnown = totals.every(({ triples }) => triples !== undefined);
    const counted = {
      title: `the publication ${publication}`,
      iri: mintIris(manifest.base).release(publication, manifest.label),
      triples: isKnown ? totals.reduce((sum, { triples = 0 }) => sum + triples, 0) : undefined,
      entities: totals.reduce((sum, { entities }) => sum + entities, 0),
      classes,
      unsure: new Set(totals.flatMap(({ unsure }) => [...unsure])),
    };
    checkCounts(counted, described, addProblem);
  }
}

/** Counts of a dataset or a publication, and its name in messages. */
interface Counted
  extends Pick<DatasetTotals, 'triples' | 'classes' | 'unsure'>,
    Partial<Pick<DatasetTotals, 'subjects' | 'properties' | 'links'>> {
  readonly title: string;
  readonly iri: string;
  /** `none`: void.ttl has no such number. */
  readonly entities: number | 'none';
}

/** Compares triples, entities, nodes of each class, uses of each property and links with void.ttl. */
function checkCounts(counted: Counted, described: Described, addProblem: AddProblem): void {
  const { title, iri, classes, properties, links, unsure } = counted;
  if (!described.has(iri)) {
    addProblem(VOID, `does not describe ${title}`);
    return;
  }
  const claimOf = (node: string, word: string): string =>
    (described.get(node)?.get(word) ?? []).join(' and ');
  const compare = (what: string, claimed: string, found: number | 'none' | undefined): void => {
    if (found === undefined || claimed === (found === 'none' ? '' : String(found))) return;
    const there = found === 'none' ? 'there is nothing to say' : `there are ${found}`;
    addProblem(VOID, `says ${claimed || 'nothing'} of the ${what} in ${title}; ${there}`);
  };
  /** @param keys properties of a partition that say what it is of */
  const comparePartitions = (
    what: string,
    [partition, keys, number]: readonly [partition: string, keys: readonly string[], number: string],
    found: ReadonlyMap<string, number>,
  ): void => {
    const parts = (described.get(iri)?.get(partition) ?? [])
      .filter((part) => keys.every((key) => claimOf(part, key) !== ''))
      .map((part) => [keys.map((key) => claimOf(part, key)).join(' to '), claimOf(part, number)] as const);
    const claimed = new Map(parts);
    for (const key of new Set([...claimed.keys(), ...found.keys()]))
      if (!unsure.has(key)) compare(`${what} ${key}`, claimed.get(key) ?? '', found.get(key) ?? 0);
  };
  const word = voidWords;
  compare('triples', claimOf(iri, word.triples), counted.triples);
  compare('entities', claimOf(iri, word.entities), counted.entities);
  comparePartitions('nodes of the class', [word.classPartition, [word.class], word.entities], classes);
  if (unsure.size === 0) compare('classes', claimOf(iri, word.classes), classes.size);
  if (properties === undefined) return;
  compare('distinct subjects', claimOf(iri, word.distinctSubjects), counted.subjects);
  if (unsure.size === 0) compare('properties', claimOf(iri, word.properties), properties.size);
  comparePartitions('triples with', [word.propertyPartition, [word.property], word.triples], properties);
  if (links === undefined) return;
  const found = new Map(links.map((one) => [`${one.property} to ${one.target}`, one.triples]));
  comparePartitions('links', [word.subset, [word.linkPredicate, word.objectsTarget], word.triples], found);
}
