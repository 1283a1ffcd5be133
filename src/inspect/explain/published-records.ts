import { constants } from '../../records/constant-records.js';
import type { Group } from '../../records/datasets.js';
import type { GlobalIndex } from '../../records/global-index.js';
import { ambiguousPeopleIn, anonymised, Observations, observedIn } from '../../records/observations.js';
import { readSourceRecords } from '../../records/read-records.js';
import { RecordSet, type SourceRecord } from '../../records/record.js';
import type { StoredHarvest } from '../../response-store/stored-harvest.js';

/** The origin of a record: an answer of a service, several other records together, or this program. */
export type Provenance = 'read' | 'observed' | 'shared' | 'constant';

/** A record that is published, before privileged fields are removed. */
export interface PublishedSource {
  readonly one: SourceRecord;
  readonly provenance: Provenance;
}

/** Every record that is published, as it was read. A build maps the same records in shards (pipeline/shards.ts). */
export async function* publishedSources(
  store: Pick<StoredHarvest, 'requests' | 'read'>,
  groups: readonly Group[],
  globalIndex: GlobalIndex,
): AsyncGenerator<PublishedSource> {
  for (const one of constants(groups, globalIndex)) yield { one, provenance: 'constant' };
  const { ambiguousPeople, occurrences, personsProfile } = globalIndex;
  const isAmbiguous = (id: number): boolean => ambiguousPeople.has(id);
  const observations = new Observations((id) => occurrences.has(id) && !isAmbiguous(id));
  const described = new RecordSet();
  for await (const read of readSourceRecords(store, groups)) {
    const one = anonymised(read, personsProfile);
    if (globalIndex.withheld.has(one) || !described.add(one)) continue;
    yield { one, provenance: 'read' };
    const observed = observedIn(one);
    observations.add(observed);
    for (const person of ambiguousPeopleIn(observed, isAmbiguous))
      yield { one: person, provenance: 'observed' };
  }
  for (const person of observations.records()) yield { one: person, provenance: 'observed' };
  for (const one of globalIndex.shared) yield { one, provenance: 'shared' };
}
