import type { StoredHarvest } from '../store/stored-harvest.js';
import { constants } from './constants.js';
import type { Group } from './datasets.js';
import type { Gathered } from './gather.js';
import { asKnown } from './known.js';
import { Observations, observedIn, peopleWithin } from './observations.js';
import { readUnits } from './reading.js';
import { type Unit, UnitSet } from './unit.js';

/** Where a unit comes from: an answer of a service, other records together, or this program alone. */
export type Provenance = 'read' | 'observed' | 'shared' | 'constant';

/** A unit that leaves, as it was before anything privileged was taken out of it. */
export interface Leaving {
  readonly one: Unit;
  readonly provenance: Provenance;
}

/**
 * Every unit that leaves, one after another, as it was read: what records share comes last. A build takes the same units
 * in batches (batch.ts), lists before works.
 */
export async function* leavingUnits(
  store: StoredHarvest,
  groups: readonly Group[],
  gathered: Gathered,
): AsyncGenerator<Leaving> {
  for (const one of constants(groups, gathered)) yield { one, provenance: 'constant' };
  const observations = new Observations(gathered);
  const described = new UnitSet();
  for await (const read of readUnits(store, groups)) {
    const one = asKnown(read, gathered.personsProfile);
    if (gathered.withheld.has(one) || !described.add(one)) continue;
    yield { one, provenance: 'read' };
    const observed = observedIn(one);
    const within = peopleWithin(observed, (id) => gathered.ambiguousPeople.has(id));
    for (const person of [...within, ...observations.last(observed)]) {
      yield { one: person, provenance: 'observed' };
    }
  }
  for (const one of gathered.shared) yield { one, provenance: 'shared' };
}
