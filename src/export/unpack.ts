import { type Origin, pointTo } from '../base/origin.js';
import type { SchoolsTopic } from '../dictionary/archive/schools-topic.js';
import type { ManuscriptVolume, SchoolsVolume } from '../dictionary/archive/volume.js';
import { type Unit, type UnitRef, unit } from './unit.js';

const below = (origin: Origin, ...steps: readonly (string | number)[]): Origin => ({
  ...origin,
  pointer: pointTo(origin.pointer, ...steps),
});

/** A manuscripts volume as units in reading order: itself, each part with its items, the pages. */
export function unpackManuscripts({ pages, parts, ...volume }: ManuscriptVolume, origin: Origin): Unit[] {
  const inVolume = { volumeID: volume.id, volumeNumber: volume.volumeNumber };
  const within: UnitRef = { kind: 'cbe.volume', id: volume.id };
  return [
    unit('cbe.volume', volume.id, volume, origin),
    ...parts.flatMap(({ items, ...part }, p) => [
      unit('cbe.part', part.id, { ...part, ...inVolume }, below(origin, 'parts', p), within),
      ...items.map((item, i) =>
        unit(
          'cbe.item',
          item.id,
          { ...item, partID: part.id },
          below(origin, 'parts', p, 'items', i),
          within,
        ),
      ),
    ]),
    ...pages.map((page, p) =>
      unit('cbe.page', page.id, { ...page, ...inVolume }, below(origin, 'pages', p), within),
    ),
  ];
}

/**
 * A schools volume as units: itself, each part with its items, the pages, and last the transcripts, which
 * stand or fall with their page and their item.
 */
export function unpackSchools({ pages, parts, ...volume }: SchoolsVolume, origin: Origin): Unit[] {
  const inVolume = { volumeID: volume.id, volumeNumber: volume.volumeNumber };
  const within: UnitRef = { kind: 'cbes.volume', id: volume.id };
  const languages = new Map(
    parts.flatMap((part) => part.items.map((item) => [item.id, item.languages] as const)),
  );
  return [
    unit('cbes.volume', volume.id, volume, origin),
    ...parts.flatMap(({ items, ...part }, p) => [
      unit('cbes.part', part.id, { ...part, ...inVolume }, below(origin, 'parts', p), within),
      ...items.map((item, i) =>
        unit(
          'cbes.item',
          item.id,
          { ...item, partID: part.id },
          below(origin, 'parts', p, 'items', i),
          within,
        ),
      ),
    ]),
    ...pages.map(({ transcripts: _, ...page }, p) =>
      unit('cbes.page', page.id, { ...page, ...inVolume }, below(origin, 'pages', p), within),
    ),
    ...pages.flatMap((page, p) =>
      page.transcripts.map((transcript, t) =>
        unit(
          'cbes.transcript',
          transcript.id,
          { ...transcript, pageID: page.id, languages: languages.get(transcript.itemID) ?? [] },
          below(origin, 'pages', p, 'transcripts', t),
          within,
          { kind: 'cbes.page', id: page.id },
          { kind: 'cbes.item', id: transcript.itemID },
        ),
      ),
    ),
  ];
}

/** A tree of topics as units, the broader before the narrower. */
export function unpackTopics(topic: SchoolsTopic, origin: Origin, parentID?: number): Unit[] {
  const { subTopics, ...head } = topic;
  return [
    unit('cbes.topic', topic.id, { ...head, parentID }, origin),
    ...subTopics.flatMap((sub, s) => unpackTopics(sub, below(origin, 'subTopics', s), topic.id)),
  ];
}
