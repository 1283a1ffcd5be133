import { SERVICES } from '../../../base/origin.js';
import type { StoredHarvest } from '../../../harvest/store/stored-harvest.js';
import type { Group } from '../../../model/records/datasets.js';
import {
  ambiguousPeopleIn,
  anonymised,
  Observations,
  observedIn,
} from '../../../model/records/observations.js';
import type { SourceRecord } from '../../../model/records/record.js';
import { SOURCES } from '../../../model/records/sources.js';
import type { GlobalIndex } from '../../../pipeline/global-index/global-index.js';
import { constants } from '../../../pipeline/map-records/constant-records.js';
import { recordsOfAnswer } from '../../../pipeline/shards/shards.js';

/** The origin of a record: an answer of a service, several other records together, or this program. */
export type Provenance = 'read' | 'observed' | 'shared' | 'constant';

/** A record that is published, before privileged fields are removed. */
export interface PublishedSource {
  readonly one: SourceRecord;
  readonly provenance: Provenance;
}

/** The records of the answers that a store has, each once. */
async function* recordsOfAnswers(
  store: Pick<StoredHarvest, 'requests' | 'read'>,
  { answers }: GlobalIndex,
): AsyncGenerator<SourceRecord> {
  const [archive, placenames] = SERVICES.map((service) => new Set(store.requests(service)));
  for (const answer of answers) {
    const service = SOURCES[answer.source]?.service ?? 'archive';
    if ((service === 'archive' ? archive : placenames)?.has(answer.request) !== true) continue;
    yield* recordsOfAnswer(answer, await store.read(service, answer.request));
  }
}

/** Every record that is published, as it was read. A build maps the same records in shards (pipeline/shards/shards.ts). */
export async function* publishedSources(
  store: Pick<StoredHarvest, 'requests' | 'read'>,
  groups: readonly Group[],
  globalIndex: GlobalIndex,
): AsyncGenerator<PublishedSource> {
  for (const one of constants(groups, globalIndex)) yield { one, provenance: 'constant' };
  const { ambiguousPeople, occurrences, personsProfile } = globalIndex;
  const isAmbiguous = (id: number): boolean => ambiguousPeople.has(id);
  const observations = new Observations((id) => occurrences.has(id) && !isAmbiguous(id));
  for await (const read of recordsOfAnswers(store, globalIndex)) {
    const one = anonymised(read, personsProfile);
    if (globalIndex.withheld.has(one)) continue;
    yield { one, provenance: 'read' };
    const observed = observedIn(one);
    observations.add(observed);
    for (const person of ambiguousPeopleIn(observed, isAmbiguous))
      yield { one: person, provenance: 'observed' };
  }
  for (const person of observations.records()) yield { one: person, provenance: 'observed' };
  for (const one of globalIndex.shared) yield { one, provenance: 'shared' };
}
