import type { Origin } from '../base/origin.js';
import type { SchemeWithTop } from '../mapping/scheme.js';
import type { Group } from './datasets.js';
import type { Gathered } from './gather.js';
import { type Kind, type Unit, unit } from './unit.js';

/** What is known before any record is read: the publishers, the collections and the lists (model 3.1). */
export function constants(kinds: readonly Group[], { lists }: Pick<Gathered, 'lists'>): Unit[] {
  const scheme = (scheme: SchemeWithTop['scheme'], kind: Kind): Unit =>
    unit('scheme', scheme, { scheme, topConcepts: lists.get(kind) ?? [] }, origin);
  const origin: Origin = { service: 'archive', request: '/', pointer: '' };
  const of = <T>(group: Group, ...units: readonly T[]): readonly T[] => (kinds.includes(group) ? units : []);
  const archive = kinds.some((kind) => kind !== 'places');
  return [
    ...(archive ? [unit('organisation', 'archive', { organisation: 'archive' }, origin)] : []),
    ...of('manuscripts', unit('collection', 'cbe', { collection: 'cbe' }, origin)),
    ...of(
      'schools',
      unit('collection', 'cbes', { collection: 'cbes' }, origin),
      scheme('cbes/topics', 'cbes.topic'),
    ),
    ...of(
      'photographs',
      unit('collection', 'cbeg', { collection: 'cbeg' }, origin),
      scheme('handbook', 'cbeg.topic'),
    ),
    ...of(
      'people',
      unit('collection', 'cbed', { collection: 'cbed' }, origin),
      scheme('cbed/occupations', 'cbed.occupation'),
    ),
    ...of(
      'places',
      unit('organisation', 'placenames', { organisation: 'placenames' }, origin),
      scheme('category', 'category'),
      scheme('acceptability', 'acceptability'),
      unit('lexicon', 'glossary', { words: (lists.get('glossary') ?? []).map(Number) }, origin),
    ),
  ];
}
