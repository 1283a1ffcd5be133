import { EMPTY_MARKUP, PLACEHOLDERS } from '../../../../src/features/generated-world/defects.js';
import { publicArchive } from '../../../../src/services/server/archive/visibility.js';
import type { World } from '../../../../src/services/server/world.js';
import { groupedBy } from './grouped.js';

/**
 * What ought to be found of the people of the schools collection, by `cbes.person 1` and, of an id with two names,
 * `cbes.person item/2#person-1`. It is what all works together say of an id: no name is a warning (model 7.1), a third
 * gender code is (model 3.3), and two names are two people (X7).
 */
export function findingsOfPeople(world: World): ReadonlyMap<string, readonly string[]> {
  const works = [...publicArchive(world.archive).cbes.values()].flatMap(({ parts }) =>
    parts.flatMap(({ id, teachers, items }) => [
      { work: `part/${id}`, people: teachers },
      ...items.map((item) => ({ work: `item/${item.id}`, people: [...item.collectors, ...item.informants] })),
    ]),
  );
  const told = works.flatMap(({ work, people }) =>
    people.map(({ id, gender, names }) => ({
      ...{ work, id, gender },
      name: names
        .map(({ fullName }) => fullName)
        .find((one) => ![...PLACEHOLDERS, EMPTY_MARKUP].includes(one)),
    })),
  );
  const together = (same: typeof told): string[] => [
    ...(same.every(({ name }) => name === undefined) ? ['warning name'] : []),
    ...(same.some(({ gender }) => gender === 'x') ? ['warning genderCode'] : []),
  ];
  const findings = new Map<string, readonly string[]>();
  for (const [id, same] of groupedBy(told, (one) => one.id)) {
    if (new Set(same.flatMap(({ name }) => name ?? [])).size < 2)
      findings.set(`cbes.person ${id}`, together(same));
    else {
      findings.set(`cbes.person ${id}`, ['warning X7 name']);
      for (const [work, within] of groupedBy(same, (one) => one.work))
        findings.set(`cbes.person ${work}#person-${id}`, together(within));
    }
  }
  return findings;
}
