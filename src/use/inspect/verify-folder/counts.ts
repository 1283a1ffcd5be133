import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AddProblem } from '../../../base/problems.js';
import { whyUnreadable } from '../../../model/rdf/formats/recognise-dump.js';
import { mintIris, voidWords } from '../../../model/rdf/iris.js';
import { parseTurtle } from '../../../model/rdf/parse.js';
import { datasetsOf, publicationsOf } from '../../../release/description/facts.js';
import {
  MANIFEST,
  type ManifestDataset,
  type ReleaseManifest,
} from '../../../release/description/manifest.js';
import type { DatasetCounts } from '../../../release/description/statistics.js';
import type { Below } from './file-checksums.js';

export const VOID = 'void.ttl';

/** The counts of a dataset that void.ttl has too; without a context, links are not known. */
export type DatasetTotals = Pick<
  DatasetCounts,
  'triples' | 'entities' | 'subjects' | 'classes' | 'properties'
> &
  Partial<Pick<DatasetCounts, 'links'>>;

/** The values of void.ttl, by subject and predicate. */
type Described = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

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
  const title = `the dataset ${name}`;
  for (const [what, claimed, found] of [
    ['triples', triples, totals.triples],
    ['entities', entities, totals.entities],
  ] as const) {
    if (claimed !== found) addProblem(MANIFEST, `gives ${claimed} ${what} for ${title}; counted: ${found}`);
  }
  const expected = iris.graph(publication, name);
  if (graph !== expected)
    addProblem(MANIFEST, `gives the graph ${graph} for ${title}; expected: ${expected}`);
  if (described === undefined) return;
  const partitions = totals.links === undefined ? PARTITIONS.filter(([what]) => what !== LINK) : PARTITIONS;
  const iri = iris.released(publication, label, name);
  checkCounts({ title, iri, counts: countsOf(totals), partitions }, described, addProblem);
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
    const sum = (of: 'triples' | 'entities'): number => totals.reduce((all, one) => all + one[of], 0);
    const counts = new Map([
      ['triples', sum('triples')],
      ['entities', sum('entities')],
      ...classCounts(classes),
    ]);
    const iri = mintIris(manifest.base).release(publication, manifest.label);
    const title = `the publication ${publication}`;
    checkCounts({ title, iri, counts, partitions: PARTITIONS }, described, addProblem);
  }
}

/** Counts by the words for them in messages: `triples`, `links P to H`. */
type Counts = ReadonlyMap<string, number>;

const named = (what: string, counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].map(([key, count]) => [`${what} ${key}`, count]);

const classCounts = (classes: ReadonlyMap<string, number>): [string, number][] => [
  ['classes', classes.size],
  ...named(CLASS, classes),
];

const CLASS = 'nodes of the class';
const PROPERTY = 'triples with';
const LINK = 'links';

function countsOf({ triples, entities, subjects, classes, properties, links }: DatasetTotals): Counts {
  // A dataset that only adds to records of others has no number of entities.
  const isAddition = entities === 0 && triples > 0;
  return new Map([
    ['triples', triples],
    ...(isAddition ? [] : [['entities', entities] as const]),
    ['distinct subjects', subjects],
    ...classCounts(classes),
    ['properties', properties.size],
    ...named(PROPERTY, properties),
    ...(links ?? []).map((one) => [`${LINK} ${one.property} to ${one.target}`, one.triples] as const),
  ]);
}

/** The counts of void.ttl that are numbers of a node itself. */
const NUMBERS = [
  ['triples', voidWords.triples],
  ['entities', voidWords.entities],
  ['distinct subjects', voidWords.distinctSubjects],
  ['classes', voidWords.classes],
  ['properties', voidWords.properties],
] as const;

/** The counts of void.ttl in nodes of their own, with the properties that name what they count. */
const PARTITIONS = [
  [CLASS, voidWords.classPartition, [voidWords.class], voidWords.entities],
  [PROPERTY, voidWords.propertyPartition, [voidWords.property], voidWords.triples],
  [LINK, voidWords.subset, [voidWords.linkPredicate, voidWords.objectsTarget], voidWords.triples],
] as const;

/** A dataset or a publication, and the partitions that are compared. */
interface Counted {
  readonly title: string;
  readonly iri: string;
  readonly counts: Counts;
  readonly partitions: readonly (typeof PARTITIONS)[number][];
}

/** Compares the counts of a dataset or a publication with void.ttl. */
function checkCounts(
  { title, iri, counts, partitions }: Counted,
  described: Described,
  addProblem: AddProblem,
): void {
  const node = described.get(iri);
  if (node === undefined) {
    addProblem(VOID, `does not describe ${title}`);
    return;
  }
  const valuesOf = (of: string, word: string): string => (described.get(of)?.get(word) ?? []).join(' and ');
  const claimed = new Map<string, string>(NUMBERS.map(([what, word]) => [what, valuesOf(iri, word)]));
  for (const [what, partition, keys, number] of partitions) {
    for (const part of node.get(partition) ?? []) {
      const values = keys.map((key) => valuesOf(part, key));
      if (values.every((value) => value !== ''))
        claimed.set(`${what} ${values.join(' to ')}`, valuesOf(part, number));
    }
  }
  for (const what of new Set([...claimed.keys(), ...counts.keys()])) {
    const [claim = '', found] = [claimed.get(what), counts.get(what)];
    if (claim !== String(found ?? ''))
      addProblem(VOID, `gives ${claim || 'no'} ${what} for ${title}; counted: ${found ?? 'none'}`);
  }
}
