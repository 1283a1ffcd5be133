import { joined } from '../../base/fields.js';
import { type Origin, pointTo } from '../../base/origin.js';
import type { SchoolsTopic } from '../schema/archive/reference-lists.js';
import type { ManuscriptVolume, SchoolsVolume } from '../schema/archive/volume.js';
import { type UncheckedRecord, type UncheckedRef, uncheckedRecord } from './kind-row.js';

const below = (origin: Origin, ...steps: readonly (string | number)[]): Origin => ({
  ...origin,
  pointer: pointTo(origin.pointer, ...steps),
});

/** The parts of both kinds of volume that are source records. */
interface Volume {
  readonly id: number;
  readonly volumeNumber?: string | undefined;
  readonly pages: readonly { readonly id: number }[];
  readonly parts: readonly { readonly id: number; readonly items: readonly { readonly id: number }[] }[];
}

/** A volume as source records in reading order: itself, each part with its items, the pages. */
function unpackVolume(
  collection: 'cbe' | 'cbes',
  { pages, parts, ...volume }: Volume,
  origin: Origin,
): UncheckedRecord[] {
  const inVolume = { volumeID: volume.id, volumeNumber: volume.volumeNumber };
  const within: UncheckedRef = { kind: `${collection}.volume`, id: volume.id };
  const contained = <R extends { readonly id: number }>(
    kind: string,
    record: R,
    ...steps: (string | number)[]
  ) => uncheckedRecord(`${collection}.${kind}`, record.id, record, below(origin, ...steps), within);
  return [
    uncheckedRecord(within.kind, volume.id, volume, origin),
    ...parts.flatMap(({ items, ...part }, p) => [
      contained('part', joined(part, inVolume), 'parts', p),
      ...items.map((item, i) => contained('item', joined(item, { partID: part.id }), 'parts', p, 'items', i)),
    ]),
    ...pages.map((page, p) => contained('page', joined(page, inVolume), 'pages', p)),
  ];
}

export const unpackManuscripts = (volume: ManuscriptVolume, origin: Origin): UncheckedRecord[] =>
  unpackVolume('cbe', volume, origin);

/** A schools volume as source records; last the transcripts, which are withheld with their page or item. */
export function unpackSchools(volume: SchoolsVolume, origin: Origin): UncheckedRecord[] {
  const items = volume.parts.flatMap((part) => part.items);
  const languages = new Map(items.map((item) => [item.id, item.languages]));
  const pages = volume.pages.map(({ transcripts: _, ...page }) => page);
  return [
    ...unpackVolume('cbes', { ...volume, pages }, origin),
    ...volume.pages.flatMap((page, p) =>
      page.transcripts.map((transcript, t) =>
        uncheckedRecord(
          'cbes.transcript',
          transcript.id,
          joined(transcript, { pageID: page.id, languages: languages.get(transcript.itemID) ?? [] }),
          below(origin, 'pages', p, 'transcripts', t),
          { kind: 'cbes.volume', id: volume.id },
          { kind: 'cbes.page', id: page.id },
          { kind: 'cbes.item', id: transcript.itemID },
        ),
      ),
    ),
  ];
}

/** A tree of topics as source records, the broader before the narrower. */
export function unpackTopics(topic: SchoolsTopic, origin: Origin, parentID?: number): UncheckedRecord[] {
  const { subTopics, ...head } = topic;
  return [
    uncheckedRecord('cbes.topic', topic.id, { ...head, parentID }, origin),
    ...subTopics.flatMap((sub, s) => unpackTopics(sub, below(origin, 'subTopics', s), topic.id)),
  ];
}
