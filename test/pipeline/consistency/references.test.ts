import fc from 'fast-check';
import { Parser } from 'n3';
import { expect, test } from 'vitest';
import { DATA_BASE as BASE } from '../../../src/model/rdf/iris.js';
import type { CrossRecordFinding } from '../../../src/pipeline/consistency/check.js';
import { References } from '../../../src/pipeline/consistency/references.js';

/** Every reference leads somewhere, or it is said that it does not (model 7.3, X1, X8 and X10). broken-worlds has the rules. */

const origin = { service: 'archive', request: '/cbe?VolumeID=1', pointer: '/0' } as const;

/** An item and what it refers to, in Turtle below the base. */
interface Item {
  readonly id: number;
  readonly to: readonly string[];
}

const iriOf = (id: number): string => `${BASE}cbe/item/${id}`;

function take(references: References, { id, to }: Item): void {
  const objects = to.map((target) => `<#w> <${target}>`).join(' ; ');
  const turtle = `<cbe/item/${id}> <#w> "x" ${objects === '' ? '' : `; ${objects}`} .`;
  const record: CrossRecordFinding['record'] = { kind: 'cbe.item', id, origin };
  references.addRecord(iriOf(id), record, new Parser({ baseIRI: BASE }).parse(turtle));
}

test('references give the same findings in any order of records', () => {
  const target = fc.oneof(
    fc.nat(9).map((id) => `cbe/item/${id}`),
    fc.constantFrom('place/1', 'cbe/page/01'),
  );
  const item = fc.record({ id: fc.nat(9), to: fc.array(target, { maxLength: 4 }) });
  const items = fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 8 });
  const rejected = fc.uniqueArray(fc.nat(9), { maxLength: 3 });
  const shuffled = items.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(shuffled, rejected, fc.boolean(), ([all, others], out, isFirst) => {
      const [some, same] = [new References(BASE), new References(BASE)];
      for (const one of all) take(some, one);
      for (const id of out) some.reject(iriOf(id));
      if (isFirst) for (const id of out) same.reject(iriOf(id));
      for (const one of others) take(same, one);
      if (!isFirst) for (const id of out) same.reject(iriOf(id));
      expect(same.omissions()).toEqual(some.omissions());
      expect([...same.findings()]).toEqual([...some.findings()]);

      // And to what a look at everything at once would find.
      const there = new Set(all.map(({ id }) => `cbe/item/${id}`));
      const missing = all.flatMap(({ to }) => to).filter((one) => !there.has(one));
      const expected = [...new Set(missing)].sort().map((one) => ({
        path: one,
        reason: out.some((id) => one === `cbe/item/${id}`) ? 'rejected' : 'absent',
      }));
      expect(some.omissions()).toEqual(expected);
    }),
  );
});
