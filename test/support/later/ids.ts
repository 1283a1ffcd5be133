import type { SchoolsTopic } from '../../../src/model/schema/archive/reference-lists.js';
import type { SchoolsVolume } from '../../../src/model/schema/archive/volume.js';
import type { World } from '../../../src/services/server/world.js';
import { itemsOf, type Volume } from './volume.js';

/** What is numbered: ids are unique within one of these only. */
export type Space =
  | `${'cbe' | 'cbes'}.${'volume' | 'part' | 'item' | 'page'}`
  | 'cbes.transcript'
  | 'cbes.topic'
  | 'cbeg.photograph'
  | 'cbed.person'
  | 'place'
  | 'placename'
  | 'glossary';

/** Every id of a world, those included that are only referred to. */
export function idsIn({ archive, placenames }: World): ReadonlyMap<Space, Set<number>> {
  const [cbe, cbes] = [[...archive.cbe.values()], [...archive.cbes.values()]];
  const places = [...placenames.places.values()];
  return new Map<Space, Set<number>>([
    ...volumeIDs('cbe', cbe),
    ...volumeIDs('cbes', cbes),
    [
      'cbes.transcript',
      new Set(cbes.flatMap(({ pages }) => pages.flatMap((page) => idsOf(page.transcripts)))),
    ],
    ['cbes.topic', new Set([...archive.schoolsTopics, ...topicsOf(cbes)].flatMap(topicIDs))],
    ['cbeg.photograph', new Set(archive.cbeg.keys())],
    ['cbed.person', new Set([...archive.cbed.keys(), ...referredTo(archive)])],
    ['place', new Set([...placenames.places.keys(), ...places.flatMap((one) => one.replacementID ?? [])])],
    ['placename', new Set(places.flatMap((one) => idsOf(one.placenames)))],
    ['glossary', new Set(idsOf(placenames.glossary))],
  ]);
}

const idsOf = (records: readonly { readonly id: number }[]): number[] => records.map((one) => one.id);

const topicsOf = (volumes: readonly SchoolsVolume[]): SchoolsTopic[] =>
  volumes.flatMap((volume) => itemsOf(volume).flatMap((item) => item.topics));

const topicIDs = ({ id, subTopics }: SchoolsTopic): number[] => [id, ...subTopics.flatMap(topicIDs)];

function volumeIDs(kind: 'cbe' | 'cbes', volumes: readonly Volume[]): [Space, Set<number>][] {
  return [
    [`${kind}.volume`, new Set(idsOf(volumes))],
    [`${kind}.part`, new Set(volumes.flatMap((one) => idsOf(one.parts)))],
    [`${kind}.item`, new Set(volumes.flatMap((one) => idsOf(itemsOf(one))))],
    [`${kind}.page`, new Set(volumes.flatMap((one) => idsOf(one.pages)))],
  ];
}

/** The people that manuscripts and photographs refer to, whether they are in the people database or not. */
export function referredTo({ cbe, cbeg }: Pick<World['archive'], 'cbe' | 'cbeg'>): ReadonlySet<number> {
  const inVolumes = [...cbe.values()]
    .flatMap(({ parts }) => parts.flatMap((part) => [part, ...part.items]))
    .flatMap((one) => [...one.collectors, ...one.informants, ...one.relevantPersons]);
  const onPhotographs = [...cbeg.values()].flatMap((one) =>
    [one.photographer ?? [], one.relevantPersons].flat(),
  );
  return new Set(idsOf([...inVolumes, ...onPhotographs]));
}
