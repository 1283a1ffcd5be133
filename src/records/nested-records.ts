import { type Origin, pointTo } from '../base/origin.js';
import type { SchoolsTopic } from '../schema/archive/reference-lists.js';
import type { ManuscriptVolume, SchoolsVolume } from '../schema/archive/volume.js';
import {
  type UncheckedRef as RecordRef,
  type UncheckedRecord as SourceRecord,
  uncheckedRecord as sourceRecord,
} from './kind-row.js';

const below = (origin: Origin, ...steps: readonly (string | number)[]): Origin => ({
  ...origin,
  pointer: pointTo(origin.pointer, ...steps),
});

/** A manuscripts volume as units in reading order: itself, each part with its items, the pages. */
export function unpackManuscripts(
  { pages, parts, ...volume }: ManuscriptVolume,
  origin: Origin,
): SourceRecord[] {
  const inVolume = { volumeID: volume.id, volumeNumber: volume.volumeNumber };
  const within: RecordRef = { kind: 'cbe.volume', id: volume.id };
  return [
    sourceRecord('cbe.volume', volume.id, volume, origin),
    ...parts.flatMap(({ items, ...part }, p) => [
      sourceRecord('cbe.part', part.id, { ...part, ...inVolume }, below(origin, 'parts', p), within),
      ...items.map((item, i) =>
        sourceRecord(
          'cbe.item',
          item.id,
          { ...item, partID: part.id },
          below(origin, 'parts', p, 'items', i),
          within,
        ),
      ),
    ]),
    ...pages.map((page, p) =>
      sourceRecord('cbe.page', page.id, { ...page, ...inVolume }, below(origin, 'pages', p), within),
    ),
  ];
}

/**
 * A schools volume as units: itself, each part with its items, the pages, and last the transcripts, which
 * stand or fall with their page and their item.
 */
export function unpackSchools({ pages, parts, ...volume }: SchoolsVolume, origin: Origin): SourceRecord[] {
  const inVolume = { volumeID: volume.id, volumeNumber: volume.volumeNumber };
  const within: RecordRef = { kind: 'cbes.volume', id: volume.id };
  const languages = new Map(
    parts.flatMap((part) => part.items.map((item) => [item.id, item.languages] as const)),
  );
  return [
    sourceRecord('cbes.volume', volume.id, volume, origin),
    ...parts.flatMap(({ items, ...part }, p) => [
      sourceRecord('cbes.part', part.id, { ...part, ...inVolume }, below(origin, 'parts', p), within),
      ...items.map((item, i) =>
        sourceRecord(
          'cbes.item',
          item.id,
          { ...item, partID: part.id },
          below(origin, 'parts', p, 'items', i),
          within,
        ),
      ),
    ]),
    ...pages.map(({ transcripts: _, ...page }, p) =>
      sourceRecord('cbes.page', page.id, { ...page, ...inVolume }, below(origin, 'pages', p), within),
    ),
    ...pages.flatMap((page, p) =>
      page.transcripts.map((transcript, t) =>
        sourceRecord(
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
export function unpackTopics(topic: SchoolsTopic, origin: Origin, parentID?: number): SourceRecord[] {
  const { subTopics, ...head } = topic;
  return [
    sourceRecord('cbes.topic', topic.id, { ...head, parentID }, origin),
    ...subTopics.flatMap((sub, s) => unpackTopics(sub, below(origin, 'subTopics', s), topic.id)),
  ];
}
