import type { Origin } from '../base/origin.js';
import type { SchemeWithTop } from '../mapping/scheme.js';
import type { Group } from './datasets.js';
import type { GlobalIndex } from './global-index.js';
import { type Kind, type SourceRecord, sourceRecord } from './record.js';

/** What is known before any record is read: the publishers, the collections and the lists (model 3.1). */
export function constants(kinds: readonly Group[], { lists }: Pick<GlobalIndex, 'lists'>): SourceRecord[] {
  const scheme = (scheme: SchemeWithTop['scheme'], kind: Kind): SourceRecord =>
    sourceRecord('scheme', scheme, { scheme, topConcepts: lists.get(kind) ?? [] }, origin);
  const origin: Origin = { service: 'archive', request: '/', pointer: '' };
  const of = <T>(group: Group, ...units: readonly T[]): readonly T[] => (kinds.includes(group) ? units : []);
  const archive = kinds.some((kind) => kind !== 'places');
  return [
    ...(archive ? [sourceRecord('organisation', 'archive', { organisation: 'archive' }, origin)] : []),
    ...of('manuscripts', sourceRecord('collection', 'cbe', { collection: 'cbe' }, origin)),
    ...of(
      'schools',
      sourceRecord('collection', 'cbes', { collection: 'cbes' }, origin),
      scheme('cbes/topics', 'cbes.topic'),
    ),
    ...of(
      'photographs',
      sourceRecord('collection', 'cbeg', { collection: 'cbeg' }, origin),
      scheme('handbook', 'cbeg.topic'),
    ),
    ...of(
      'people',
      sourceRecord('collection', 'cbed', { collection: 'cbed' }, origin),
      scheme('cbed/occupations', 'cbed.occupation'),
    ),
    ...of(
      'places',
      sourceRecord('organisation', 'placenames', { organisation: 'placenames' }, origin),
      scheme('category', 'category'),
      scheme('acceptability', 'acceptability'),
      sourceRecord('lexicon', 'glossary', { words: (lists.get('glossary') ?? []).map(Number) }, origin),
    ),
  ];
}
