import { constants } from '../../records/constant-records.js';
import type { Group } from '../../records/datasets.js';
import type { GlobalIndex } from '../../records/global-index.js';
import { ambiguousPeopleIn, anonymised, Observations, observedIn } from '../../records/observations.js';
import { readSourceRecords } from '../../records/read-records.js';
import { RecordSet, type SourceRecord } from '../../records/record.js';
import type { StoredHarvest } from '../../response-store/stored-harvest.js';

/** Where a unit comes from: an answer of a service, other records together, or this program alone. */
export type Provenance = 'read' | 'observed' | 'shared' | 'constant';

/** A unit that leaves, as it was before anything privileged was taken out of it. */
export interface PublishedSource {
  readonly one: SourceRecord;
  readonly provenance: Provenance;
}

/**
 * Every unit that leaves, one after another, as it was read: what records share comes last. A build takes the same units
 * in batches (batch.ts), lists before works.
 */
export async function* publishedSources(
  store: StoredHarvest,
  groups: readonly Group[],
  globalIndex: GlobalIndex,
): AsyncGenerator<PublishedSource> {
  for (const one of constants(groups, globalIndex)) yield { one, provenance: 'constant' };
  const observations = new Observations(globalIndex);
  const described = new RecordSet();
  for await (const read of readSourceRecords(store, groups)) {
    const one = anonymised(read, globalIndex.personsProfile);
    if (globalIndex.withheld.has(one) || !described.add(one)) continue;
    yield { one, provenance: 'read' };
    const observed = observedIn(one);
    const within = ambiguousPeopleIn(observed, (id) => globalIndex.ambiguousPeople.has(id));
    for (const person of [...within, ...observations.completedBy(observed)]) {
      yield { one: person, provenance: 'observed' };
    }
  }
  for (const one of globalIndex.shared) yield { one, provenance: 'shared' };
}
