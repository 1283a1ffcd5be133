import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { voidWords } from '../../rdf/iris.js';
import { parseTurtle } from '../../rdf/parse.js';
import type { DatasetCounts } from '../../release/statistics.js';
import type { Below } from './file-checksums.js';
import { type Tell, whyUnreadable } from './problem.js';

export const VOID = 'void.ttl';

/** What void.ttl says of the datasets of a release, by subject and predicate. */
export type Described = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** Reads void.ttl; undefined, and told, when it cannot be read. */
export async function readVoid(release: string, below: Below, tell: Tell): Promise<Described | undefined> {
  if (below.get(VOID) !== 'file') {
    tell(VOID, 'is not there');
    return undefined;
  }
  try {
    const said = new Map<string, Map<string, string[]>>();
    const text = await readFile(join(release, VOID), 'utf8');
    for (const { subject, predicate, object } of parseTurtle(text, VOID)) {
      const about = said.get(subject.value) ?? new Map<string, string[]>();
      const values = about.get(predicate.value) ?? [];
      values.push(object.value);
      said.set(subject.value, about.set(predicate.value, values));
    }
    return said;
  } catch (thrown) {
    tell(VOID, `cannot be read: ${whyUnreadable(VOID, thrown).replace(`${VOID}: `, '')}`);
    return undefined;
  }
}

/** What is counted of a dataset or a publication; what is undefined is not compared, because it is not known. */
export interface Counted {
  /** What it is called in a message. */
  readonly called: string;
  readonly iri: string;
  readonly triples: number | undefined;
  /** `none`: void.ttl has nothing to say of them. */
  readonly entities: number | 'none' | undefined;
  readonly subjects?: number | undefined;
  readonly classes: DatasetCounts['classes'];
  readonly properties?: DatasetCounts['properties'];
  readonly links?: DatasetCounts['links'] | undefined;
  /** Classes and properties of which it is not known how many there are. */
  readonly unsure?: ReadonlySet<string>;
}

/** Compares what there is with what void.ttl says of it: triples, entities, nodes of each class, uses of each property, links. */
export function checkCounts(counted: Counted, described: Described, tell: Tell): void {
  const { called, iri, classes, properties, links, unsure = new Set() } = counted;
  if (!described.has(iri)) {
    tell(VOID, `does not describe ${called}`);
    return;
  }
  const said = (about: string, word: string): string => (described.get(about)?.get(word) ?? []).join(' and ');
  const compare = (what: string, claimed: string, found: number | 'none' | undefined): void => {
    if (found === undefined || claimed === (found === 'none' ? '' : String(found))) return;
    const there = found === 'none' ? 'there is nothing to say' : `there are ${found}`;
    tell(VOID, `says ${claimed || 'nothing'} of the ${what} in ${called}; ${there}`);
  };
  /** Partitions by what they are of. */
  const parts = (word: string, keys: readonly string[], number: string): Map<string, string> =>
    new Map(
      (described.get(iri)?.get(word) ?? [])
        .filter((part) => keys.every((key) => said(part, key) !== ''))
        .map((part) => [keys.map((key) => said(part, key)).join(' to '), said(part, number)]),
    );
  const compareParts = (
    what: string,
    claimed: ReadonlyMap<string, string>,
    found: ReadonlyMap<string, number>,
  ): void => {
    for (const key of new Set([...claimed.keys(), ...found.keys()])) {
      if (!unsure.has(key)) compare(`${what} ${key}`, claimed.get(key) ?? '', found.get(key) ?? 0);
    }
  };
  compare('triples', said(iri, voidWords.triples), counted.triples);
  compare('entities', said(iri, voidWords.entities), counted.entities);
  compareParts(
    'nodes of the class',
    parts(voidWords.classPartition, [voidWords.class], voidWords.entities),
    classes,
  );
  if (unsure.size === 0) compare('classes', said(iri, voidWords.classes), classes.size);
  if (properties === undefined) return;
  compare('distinct subjects', said(iri, voidWords.distinctSubjects), counted.subjects);
  if (unsure.size === 0) compare('properties', said(iri, voidWords.properties), properties.size);
  compareParts(
    'triples with',
    parts(voidWords.propertyPartition, [voidWords.property], voidWords.triples),
    properties,
  );
  if (links === undefined) return;
  const found = new Map(links.map((one) => [`${one.property} to ${one.target}`, one.triples]));
  const keys = [voidWords.linkPredicate, voidWords.objectsTarget];
  compareParts('links', parts(voidWords.subset, keys, voidWords.triples), found);
}
