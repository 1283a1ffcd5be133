import type { Origin } from '../../base/origin.js';
import { COLLECTION_OF, DATASETS, type Group } from '../../model/records/datasets.js';
import { KIND_NAMES, kindOf } from '../../model/records/kinds.js';
import { type SourceRecord, sourceRecord } from '../../model/records/record.js';
import type { GlobalIndex } from '../global-index/global-index.js';

/** Of records that no service sends. */
export const NO_REQUEST: Origin = { service: 'archive', request: '/', pointer: '' };

/** The records that no service sends and that every release has: publishers, collections and lists (model 3.1). */
export function constants(groups: readonly Group[], { lists }: Pick<GlobalIndex, 'lists'>): SourceRecord[] {
  const folklore = groups.some((group) => group !== 'places');
  const places = groups.includes('places');
  return [
    ...(folklore ? [organisation('archive')] : []),
    ...(Object.keys(COLLECTION_OF) as (keyof typeof COLLECTION_OF)[])
      .filter((group) => groups.includes(group))
      .flatMap((group) => {
        const collection = COLLECTION_OF[group];
        return [sourceRecord('collection', collection, { collection }, NO_REQUEST), ...schemes(group, lists)];
      }),
    ...(places ? [organisation('placenames'), ...schemes('places', lists)] : []),
  ];
}

const organisation = (name: 'archive' | 'placenames'): SourceRecord =>
  sourceRecord('organisation', name, { organisation: name }, NO_REQUEST);

/** The lists of a group: concept schemes, and after them the lexicon. */
function schemes(group: Group, lists: GlobalIndex['lists']): SourceRecord[] {
  const schemes: SourceRecord[] = [];
  const lexicons: SourceRecord[] = [];
  for (const kind of KIND_NAMES) {
    const { scheme, dataset } = kindOf({ kind });
    if (scheme === undefined || typeof dataset === 'function') continue;
    if (!(DATASETS[dataset].of as readonly Group[]).includes(group)) continue;
    const entries = lists.get(kind) ?? [];
    if (scheme === 'glossary')
      lexicons.push(sourceRecord('lexicon', scheme, { words: entries.map(Number) }, NO_REQUEST));
    else schemes.push(sourceRecord('scheme', scheme, { scheme, topConcepts: entries }, NO_REQUEST));
  }
  return [...schemes, ...lexicons];
}
