import type { SchoolsPerson } from '../../../src/model/schema/archive/schools.js';
import { EMPTY_MARKUP, PLACEHOLDERS } from '../../../src/services/generated-world/defects.js';
import { publicArchive } from '../../../src/services/server/archive/visibility.js';
import type { World } from '../../../src/services/server/world.js';
import { groupedBy } from './grouped.js';

/** A person as recorded, and the work: `item/1`, `part/1`. */
interface Telling {
  readonly person: SchoolsPerson;
  readonly work: string;
}

/** What ought to be found of the people of the schools collection. */
export interface SchoolsPeople {
  /** By the name of the record: `cbes.person 1`, and, of an id with two names, `cbes.person item/2#person-1`. */
  readonly findings: ReadonlyMap<string, readonly string[]>;
  /** Ids of people of several names (X7). */
  readonly ambiguous: ReadonlySet<number>;
}

/**
 * Reckons from the world itself, for each id of the schools collection, what its tellings together call for: no name
 * and several ages are warnings (model 7.1; docs/decisions, stubs and shared ids), a third gender code is (model 3.3),
 * and two names are two people (X7).
 *
 * @param isLost whether nobody could read an item
 */
export function schoolsPeople(world: World, isLost: (item: number) => boolean): SchoolsPeople {
  const tellings = groupedBy(tellingsIn(world, isLost), ({ person }) => person.id);
  const findings = new Map<string, string[]>();
  const ambiguous = new Set<number>();
  for (const [id, told] of tellings) {
    if (new Set(told.flatMap(({ person }) => nameOf(person) ?? [])).size > 1) {
      ambiguous.add(id);
      findings.set(`cbes.person ${id}`, ['warning X7 name']);
      for (const [work, within] of groupedBy(told, (one) => one.work)) {
        findings.set(`cbes.person ${work}#person-${id}`, together(within.map(({ person }) => person)));
      }
    } else findings.set(`cbes.person ${id}`, together(told.map(({ person }) => person)));
  }
  return { findings, ambiguous };
}

function* tellingsIn(world: World, isLost: (item: number) => boolean): Generator<Telling> {
  for (const { parts } of publicArchive(world.archive).cbes.values()) {
    for (const { id, teachers, items } of parts) {
      for (const person of teachers) yield { person, work: `part/${id}` };
      for (const { id: item, collectors, informants } of items.filter((one) => !isLost(one.id))) {
        for (const person of [...collectors, ...informants]) yield { person, work: `item/${item}` };
      }
    }
  }
}

/** The preferred name; names of the generator differ in more than accents or not at all. */
const nameOf = ({ names }: SchoolsPerson): string | undefined =>
  names.map(({ fullName }) => fullName).find((name) => ![...PLACEHOLDERS, EMPTY_MARKUP].includes(name));

function together(people: readonly SchoolsPerson[]): string[] {
  return [
    people.every((person) => nameOf(person) === undefined) ? ['warning name'] : [],
    people.some(({ gender }) => gender === 'x') ? ['warning genderCode'] : [],
  ].flat();
}
