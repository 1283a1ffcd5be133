import fc from 'fast-check';
import { Parser } from 'n3';
import { expect, test } from 'vitest';
import { DATA_BASE as BASE, mintIris } from '../../../src/model/rdf/iris.js';
import { GROUPS } from '../../../src/model/records/datasets.js';
import type { IriNaming } from '../../../src/pipeline/consistency/check.js';
import { brokenReferences, omissionsIn } from '../../../src/pipeline/consistency/checks.js';
import { iriOf } from '../../../src/pipeline/plan/record-iri.js';
import { BuildDatabase } from '../../../src/pipeline/rows/build-database.js';
import { RecordRows } from '../../../src/pipeline/rows/record-rows.js';

/** Every reference leads somewhere, or it is said that it does not (model 7.3, X1, X8 and X10). broken-worlds has the rules. */

const iris = mintIris(BASE);
const naming: IriNaming = { word: (term) => term, iri: (ref) => iriOf(ref, iris) };
const origin = { service: 'archive', request: '/cbed/occupations', pointer: '/0' } as const;

/** A record, and what it refers to below the base. */
interface Referring {
  readonly id: number;
  readonly to: readonly string[];
}

const pathOf = (id: number): string => `cbed/occupation/${id}`;

/** The rows of a release whose records come in shards, in that order. */
function rowsOf(shards: readonly (readonly Referring[])[], rejected: readonly number[]): BuildDatabase {
  const database = BuildDatabase.inMemory();
  const rows = new RecordRows(BASE);
  for (const shard of shards) {
    for (const { id, to } of shard) {
      const objects = to.map((target) => `<#w> <${target}>`).join(' ; ');
      const turtle = `<${pathOf(id)}> <#w> "x" ${objects === '' ? '' : `; ${objects}`} .`;
      const one = { kind: 'cbed.occupation', id, record: { id: String(id) }, origin, within: [] } as const;
      rows.addPublished(one, `${BASE}${pathOf(id)}`, new Parser({ baseIRI: BASE }).parse(turtle));
    }
    database.append(rows.take());
  }
  for (const id of rejected) rows.addRejected(`${BASE}${pathOf(id)}`);
  database.append(rows.take());
  return database;
}

test('references give the same findings in any order of records, in any shards', () => {
  const target = fc.oneof(
    fc.nat(9).map((id) => pathOf(id)),
    fc.constantFrom('place/1', 'cbe/page/01'),
  );
  const record = fc.record({ id: fc.nat(9), to: fc.array(target, { maxLength: 4 }) });
  const records = fc.uniqueArray(record, { selector: ({ id }) => id, maxLength: 8 });
  const rejected = fc.uniqueArray(fc.nat(9), { maxLength: 3 });
  const shuffled = records.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(shuffled, rejected, fc.nat(8), ([all, others], out, cut) => {
      const some = rowsOf([all], out);
      const same = rowsOf([others.slice(0, cut), others.slice(cut)], out);
      const plan = { base: BASE, kinds: GROUPS };
      expect(omissionsIn(same)).toEqual(omissionsIn(some));
      const findings = brokenReferences(some, plan, naming);
      expect(brokenReferences(same, plan, naming)).toEqual(findings);

      // And to what a look at everything at once would find.
      const there = new Set(all.map(({ id }) => pathOf(id)));
      const broken = all.flatMap(({ id, to }) =>
        to.filter((path) => !there.has(path)).map((path) => `${pathOf(id)} ${path}`),
      );
      const found = findings.map(({ finding: { focus, value } }) => `${focus} ${value}`.replaceAll(BASE, ''));
      expect(found.sort()).toEqual(broken.sort());
      const missing = all.flatMap(({ to }) => to).filter((path) => !there.has(path));
      const expected = [...new Set(missing)].sort().map((path) => ({
        path,
        reason: out.some((id) => path === pathOf(id)) ? 'rejected' : 'absent',
      }));
      expect(omissionsIn(some)).toEqual(expected);
      some.close();
      same.close();
    }),
    { numRuns: 60 },
  );
});
