import { describe, expect, it } from 'vitest';
import { FindingGroups } from '../../../src/release/report/digest.js';
import { BASE, PHOTOGRAPH, SHAPES, told } from './tellings.js';

const digestOf = (...findings: readonly ReturnType<typeof told>[]): FindingGroups => {
  const digest = new FindingGroups();
  for (const one of findings) digest.add(one);
  return digest;
};

describe('findings', () => {
  it('of one shape and one cause are a group, with its first three as examples', () => {
    const many = [1, 2, 3, 4, 5].map((id) =>
      told({ focus: `${BASE}cbeg/photograph/${id}` }, { subject: { ...PHOTOGRAPH, id } }),
    );
    const digest = digestOf(...many);
    expect(digest.totals).toEqual({ violation: 0, warning: 5, info: 0 });
    const [group, ...others] = digest.groups();
    expect(others).toEqual([]);
    expect(group).toMatchObject({
      count: 5,
      kinds: { photographs: 5 },
      expected: 'the reference number of the photograph',
    });
    expect(group?.examples.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(group?.examples[0]).toEqual({
      kind: 'cbeg.photograph',
      id: 1,
      label: 'An Droichead',
      where: 'photographs, 1',
      field: 'reference number',
      focus: `${BASE}cbeg/photograph/1`,
      outcome: 'published',
    });
  });

  it.each([
    ['severity', { severity: 'info' }],
    ['shape', { shape: `${SHAPES}Item` }],
    ['predicate', { path: 'https://schema.org/name' }],
    ['constraint', { constraint: 'MaxCount' }],
  ] as const)('that differ in their %s are two groups', (_, other) => {
    expect(digestOf(told(), told(other)).groups()).toHaveLength(2);
  });

  it('are sorted by severity, then by number, then by name', () => {
    const findings = [
      ...['B', 'A', 'A'].map((shape) => told({ severity: 'info', shape })),
      ...['D', 'C'].map((shape) => told({ severity: 'warning', shape })),
      told({ severity: 'violation', shape: 'E' }),
    ];
    const order = ['E', 'C', 'D', 'A', 'B'];
    expect(
      digestOf(...findings)
        .groups()
        .map(({ shape }) => shape),
    ).toEqual(order);
    expect(
      digestOf(...findings.reverse())
        .groups()
        .map(({ shape }) => shape),
    ).toEqual(order);
  });

  it('look for a record at its page, its place, the list that it was sent in, its dump, or else by its id', () => {
    const { origin, ...bare } = PHOTOGRAPH;
    const page = 'https://www.example.org/7';
    const inside = { service: 'archive', request: '/cbes?VolumeID=4', pointer: '/0/pages/80' } as const;
    const whereOf = (subject: typeof PHOTOGRAPH) =>
      digestOf(told({}, { subject })).groups()[0]?.examples[0]?.where;
    expect(whereOf({ ...PHOTOGRAPH, page, place: 'CBÉS 0199, p. 12' })).toBe(page);
    expect(whereOf({ ...PHOTOGRAPH, place: 'CBÉS 0199, p. 12' })).toBe('CBÉS 0199, p. 12');
    expect(whereOf({ ...PHOTOGRAPH, origin: inside })).toBe('archive, VolumeID 4, entry 81 of Pages');
    expect(whereOf({ ...bare, file: 'photographs.nt' })).toBe('photographs.nt');
    expect(whereOf(PHOTOGRAPH)).toBe('photographs, 7');
  });

  it('of the same cause as another are not counted', () => {
    const digest = digestOf(told(), told({}, { isRepeated: true }));
    expect(digest.totals).toEqual({ violation: 0, warning: 1, info: 0 });
  });

  it('whose messages each name something else are still few groups, and none is lost', () => {
    const digest = new FindingGroups();
    for (let at = 0; at < 1000; at += 1)
      digest.add(
        told({
          constraint: 'Coverage',
          shape: `${SHAPES}closed`,
          message: `It is said to be https://e.org/${at}.`,
        }),
      );
    const groups = digest.groups();
    expect(groups.length).toBeLessThanOrEqual(20);
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
    // Where the group says something else, the example says what it was.
    expect(groups[0]?.examples.map(({ message }) => message).at(-1)).toMatch(/^It is said to be/);
  });
});
