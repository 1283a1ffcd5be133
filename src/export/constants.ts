import type { Origin } from '../base/origin.js';
import type { Group } from './datasets.js';
import type { Gathered } from './gather.js';
import { type Unit, unit } from './unit.js';

/** What is known before any record is read: the publishers, the collections and the lists (model 3.1). */
export function constants(kinds: readonly Group[], { glossary }: Gathered): Unit[] {
  const origin: Origin = { service: 'archive', request: '/', pointer: '' };
  const of = <T>(group: Group, ...units: readonly T[]): readonly T[] => (kinds.includes(group) ? units : []);
  const archive = kinds.some((kind) => kind !== 'places');
  return [
    ...(archive ? [unit('organisation', 'archive', { organisation: 'archive' }, origin)] : []),
    ...of('manuscripts', unit('collection', 'cbe', { collection: 'cbe' }, origin)),
    ...of(
      'schools',
      unit('collection', 'cbes', { collection: 'cbes' }, origin),
      unit('scheme', 'cbes/topics', { scheme: 'cbes/topics' }, origin),
    ),
    ...of(
      'photographs',
      unit('collection', 'cbeg', { collection: 'cbeg' }, origin),
      unit('scheme', 'handbook', { scheme: 'handbook' }, origin),
    ),
    ...of(
      'people',
      unit('collection', 'cbed', { collection: 'cbed' }, origin),
      unit('scheme', 'cbed/occupations', { scheme: 'cbed/occupations' }, origin),
    ),
    ...of(
      'places',
      unit('organisation', 'placenames', { organisation: 'placenames' }, origin),
      unit('scheme', 'category', { scheme: 'category' }, origin),
      unit('scheme', 'acceptability', { scheme: 'acceptability' }, origin),
      unit('lexicon', 'glossary', { words: glossary }, origin),
    ),
  ];
}
