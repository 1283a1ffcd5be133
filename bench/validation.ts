/// <reference path="../test/shacl/shacl-engine.d.ts" />
import type { DatasetCore, Quad, Term } from '@rdfjs/types';
import { DataFactory, Store } from 'n3';
import SHACLValidator from 'rdf-validate-shacl';
import { Validator } from 'shacl-engine';
import { dumpedRecords } from './dumped-records.js';
import { markdown } from './table.js';

const ROUNDS = 3;
/** One record in so many has lost what it says first after its class: rejected records reach no dump. */
const DAMAGED = 50;

/** A finding, whoever found it: focus, path, component, severity. */
type Found = string;

/** Something that tells what is wrong with a record. */
type Way = (record: readonly Quad[]) => Promise<readonly Found[]>;

/** What is used of the program's own checker, which is measured as it was built. */
interface Checker {
  isClean(quads: readonly Quad[]): boolean;
  ask(
    quads: readonly Quad[],
  ): Promise<readonly { focus: string; path?: string; constraint: string; severity: string }[]>;
}

/**
 * `npm run bench -- validation [scale] [dirt]`: SHACL over the records of a generated world, one call a record. All
 * ways must find the same; then they take turns.
 */
export async function benchValidation(scale = '0.001', dirt = '0.1'): Promise<void> {
  const records = (await dumpedRecords(scale, dirt)).map((quads, number) =>
    number % DAMAGED === 0 ? quads.filter((_, place) => place !== 1) : quads,
  );
  const triples = records.flat().length;
  const { ways, pass } = await makeWays();
  const doubtful = records.filter((record) => !pass(record)).length;
  const clean = await compare(ways, records);

  const measured = { ...ways, 'compiled pass alone, which only tells that there is something': alone(pass) };
  const seconds = new Map(Object.keys(measured).map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, way] of Object.entries(measured)) {
      const begin = performance.now();
      for (const record of records) await way(record);
      seconds.get(name)?.push((performance.now() - begin) / 1000);
    }
  }
  const median = (name: string) => [...(seconds.get(name) ?? [])].sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
  const [naive = ''] = Object.keys(ways);
  console.log(
    `${records.length} records, ${triples} triples (scale ${scale}, dirt ${dirt}, one in ${DAMAGED} damaged): ` +
      `${clean} without findings, ${doubtful} in doubt; the same findings all ways; medians of ${ROUNDS}`,
  );
  console.log(
    markdown(
      Object.keys(measured).map((name) => ({
        way: name,
        'records/s': Math.round(records.length / median(name)),
        'triples/s': Math.round(triples / median(name)),
        'against naive': (median(naive) / median(name)).toFixed(1),
      })),
    ),
  );
}

const alone =
  (pass: (record: readonly Quad[]) => boolean): Way =>
  async (record) =>
    pass(record) ? [] : [''];

async function makeWays(): Promise<{
  ways: Record<string, Way>;
  pass: (record: readonly Quad[]) => boolean;
}> {
  const built = async (path: string) => import(new URL(`../shacl/${path}.js`, import.meta.url).href);
  const { readShapes, SHAPES_DIRECTORY } = await built('shapes');
  const { Checker } = (await built('checker')) as { Checker: new (shapes: readonly Quad[]) => Checker };
  const shapes: Quad[] = await readShapes(SHAPES_DIRECTORY);

  const checker = new Checker(shapes);
  const naive = new SHACLValidator(new Store(shapes) as unknown as DatasetCore);
  const second = new Validator(new Store(shapes) as unknown as DatasetCore, { factory: DataFactory });
  const ask: Way = async (record) =>
    (await checker.ask(record))
      .filter(({ constraint }) => constraint !== 'Coverage')
      .map(({ focus, path, constraint, severity }) => found(focus, path, constraint, severity));
  return {
    pass: (record) => checker.isClean(record),
    ways: {
      'rdf-validate-shacl, one call a record (naive)': async (record) =>
        (await naive.validate(naive.factory.dataset([...record]))).results.map(
          ({ focusNode, path, sourceConstraintComponent, severity }) =>
            found(focusNode?.value, path?.value, local(sourceConstraintComponent), local(severity)),
        ),
      'rdf-validate-shacl, nodes and shapes chosen': ask,
      'shacl-engine, one call a record': async (record) => {
        const dataset = new Store([...record]) as unknown as DatasetCore;
        return (await second.validate({ dataset })).results.map(
          ({ focusNode, path, constraintComponent, severity }) =>
            found(
              focusNode.term.value,
              path?.[0]?.predicates[0]?.value,
              local(constraintComponent),
              local(severity),
            ),
        );
      },
      'compiled pass, then rdf-validate-shacl where in doubt': async (record) =>
        checker.isClean(record) ? [] : ask(record),
    },
  };
}

/**
 * Holds all ways to the first.
 *
 * @returns how many records nothing is found in
 * @throws Error naming the record two ways differ on
 */
async function compare(ways: Readonly<Record<string, Way>>, records: readonly Quad[][]): Promise<number> {
  let clean = 0;
  for (const record of records) {
    const told: string[] = [];
    for (const way of Object.values(ways)) told.push([...new Set(await way(record))].sort().join('\n'));
    if (new Set(told).size > 1) {
      throw new Error(`They differ about ${record[0]?.subject.value}:\n${told.join('\n---\n')}`);
    }
    if (told[0] === '') clean += 1;
  }
  return clean;
}

const found = (focus = '', path = '-', constraint = '', severity = ''): Found =>
  [focus, path, constraint.replace('ConstraintComponent', ''), severity.toLowerCase()].join(' ');

const local = (term: Term | null | undefined): string =>
  term?.value.slice(term.value.lastIndexOf('#') + 1) ?? '';
