import fc from 'fast-check';
import { Parser } from 'n3';
import { describe, expect, test } from 'vitest';
import type { CrossRecordFinding } from '../../../src/build/consistency/check.js';
import { References } from '../../../src/build/consistency/references.js';
import { BASE } from './breakage.js';

/** Every reference leads somewhere, or it is said that it does not (model 7.3, X1, X8 and X10). */

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

const told = (references: References) =>
  [...references.findings()].map(({ record, finding: { shape, severity, value = '' } }) =>
    [record.id, severity, shape, value.replace(BASE, '')].join(' '),
  );

describe('references', () => {
  test('to records added before or after are fine, as are those to itself, to texts and to others', () => {
    const references = new References(BASE);
    take(references, { id: 1, to: ['cbe/item/2', 'cbe/item/1#date', 'https://schema.org/Person'] });
    take(references, { id: 2, to: ['cbe/item/1', 'cbe/item/2', 'cbe/item/1#name-1'] });
    expect(references.omissions()).toEqual([]);
    expect(told(references)).toEqual([]);
  });

  test('to missing records have rules by their targets', () => {
    const references = new References(BASE);
    take(references, { id: 2, to: ['cbe/page/5', 'place/5', 'cbes/topic/5', 'handbook/5'] });
    take(references, { id: 1, to: ['place/5#geom'] });
    expect(told(references)).toEqual([
      '2 warning X1 cbe/page/5',
      '2 warning X10 cbes/topic/5',
      '2 warning X8 handbook/5',
      '1 warning X8 place/5',
      '2 warning X8 place/5',
    ]);
    expect(references.omissions()).toEqual(
      ['cbe/page/5', 'cbes/topic/5', 'handbook/5', 'place/5'].map((path) => ({
        path,
        reason: 'absent',
      })),
    );
  });

  test('to rejected records are remarks', () => {
    const references = new References(BASE);
    take(references, { id: 1, to: ['cbe/page/5', 'place/5'] });
    references.reject(`${BASE}cbe/page/5`);
    references.reject(`${BASE}place/5`);
    references.reject(`${BASE}place/6`);
    expect(told(references)).toEqual(['1 info X1 cbe/page/5', '1 info X8 place/5']);
    expect(references.omissions().map(({ reason }) => reason)).toEqual(['rejected', 'rejected']);
  });

  test('are fine when a later record has the target', () => {
    const references = new References(BASE);
    take(references, { id: 1, to: ['cbe/item/2'] });
    references.reject(iriOf(2));
    take(references, { id: 2, to: [] });
    expect(references.omissions()).toEqual([]);
    expect(told(references)).toEqual([]);
  });

  test('to what the build leaves out are no findings, but omissions', () => {
    const references = new References(BASE, [`${BASE}cbed/`]);
    take(references, { id: 1, to: ['cbed/person/4', 'cbedevil/4'] });
    expect(told(references)).toEqual(['1 warning X8 cbedevil/4']);
    expect(references.omissions()).toHaveLength(2);
  });

  test('give the same findings in any order of records', () => {
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
});
