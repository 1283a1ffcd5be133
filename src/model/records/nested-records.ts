import { joined } from '../../base/fields.js';
import { type Origin, pointTo } from '../../base/origin.js';
import type { SchoolsTopic } from '../schema/archive/reference-lists.js';
import type { ManuscriptVolume, SchoolsPage, SchoolsVolume } from '../schema/archive/volume.js';
import type { Place } from '../schema/placenames/place.js';
import { type Kind, type RecordOf, type SourceRecord, sourceRecord } from './record.js';

const below = (origin: Origin, ...steps: readonly (string | number)[]): Origin => ({
  ...origin,
  pointer: pointTo(origin.pointer, ...steps),
});

/** A volume without what is on its pages. */
type Volume =
  | ManuscriptVolume
  | (Omit<SchoolsVolume, 'pages'> & { readonly pages: readonly Omit<SchoolsPage, 'transcripts'>[] });

/** A volume as source records in reading order: itself, each part with its items, the pages. */
function unpackVolume(
  collection: 'cbe' | 'cbes',
  { pages, parts, ...volume }: Volume,
  origin: Origin,
): SourceRecord[] {
  const inVolume = { volumeID: volume.id, volumeNumber: volume.volumeNumber };
  const within = { kind: `${collection}.volume`, id: volume.id } as const;
  const contained = <K extends Kind>(
    kind: K,
    record: RecordOf[K] & { readonly id: number },
    ...steps: readonly (string | number)[]
  ) => sourceRecord(kind, record.id, record, below(origin, ...steps), within);
  return [
    sourceRecord(within.kind, volume.id, volume, origin),
    ...parts.flatMap(({ items, ...part }, p) => [
      contained(`${collection}.part`, joined(part, inVolume), 'parts', p),
      ...items.map((item, i) =>
        contained(`${collection}.item`, joined(item, { partID: part.id }), 'parts', p, 'items', i),
      ),
    ]),
    ...pages.map((page, p) => contained(`${collection}.page`, joined(page, inVolume), 'pages', p)),
  ];
}

export const unpackManuscripts = (volume: ManuscriptVolume, origin: Origin): SourceRecord[] =>
  unpackVolume('cbe', volume, origin);

/** A schools volume as source records; last the transcripts, which are withheld with their page or item. */
export function unpackSchools(volume: SchoolsVolume, origin: Origin): SourceRecord[] {
  const items = volume.parts.flatMap((part) => part.items);
  const languages = new Map(items.map((item) => [item.id, item.languages]));
  const pages = volume.pages.map(({ transcripts: _, ...page }) => page);
  return [
    ...unpackVolume('cbes', { ...volume, pages }, origin),
    ...volume.pages.flatMap((page, p) =>
      page.transcripts.map((transcript, t) =>
        sourceRecord(
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
export function unpackTopics(topic: SchoolsTopic, origin: Origin, parentID?: number): SourceRecord[] {
  const { subTopics, ...head } = topic;
  return [
    sourceRecord('cbes.topic', topic.id, { ...head, parentID }, origin),
    ...subTopics.flatMap((sub, s) => unpackTopics(sub, below(origin, 'subTopics', s), topic.id)),
  ];
}

/** A place. One that was merged into itself was not merged: it keeps its statements. */
export function unpackPlace(place: Place, origin: Origin): SourceRecord[] {
  const { replacementID, ...own } = place;
  if (replacementID !== place.id) return [sourceRecord('place', place.id, place, origin)];
  const fault = {
    message: 'is the number of the place itself',
    messageGA: 'uimhir na háite féin atá ann',
    value: replacementID,
  };
  const unread = [{ piece: '', record: place, path: ['replacementID'], fault }];
  return [{ ...sourceRecord('place', place.id, own, origin), unread }];
}
