import { unpackManuscripts, unpackSchools, unpackTopics } from '../../../src/model/records/nested-records.js';
import { compareRefs, type Kind, type RecordRef } from '../../../src/model/records/record.js';
import { publicArchive } from '../../../src/services/server/archive/visibility.js';
import type { World } from '../../../src/services/server/world.js';

/**
 * What a public key can notice of a month: each record in one list at most, in the order of kinds and ids. Parts,
 * items, pages and transcripts are records by themselves. Each holds what the pipeline's record holds: a volume with
 * another number changes its parts and pages too.
 */
export interface Happened {
  /** Seen now and not before: new, or newly published. */
  readonly gained: readonly RecordRef[];
  /** Seen both times, and not the same. */
  readonly changed: readonly RecordRef[];
  /** Places seen both times that are replaced by another place now. */
  readonly merged: readonly RecordRef[];
  /** Seen before; there, but hidden now. */
  readonly unpublished: readonly RecordRef[];
  /** Seen before, and gone for every key. */
  readonly lost: readonly RecordRef[];
}

interface Seen {
  readonly ref: RecordRef;
  readonly record: { readonly replacementID?: number | undefined };
}

/** Compares what a public key sees of two worlds. */
export function happenedBetween(worldBefore: World, worldAfter: World): Happened {
  const [before, after] = [seenIn(publicOf(worldBefore)), seenIn(publicOf(worldAfter))];
  const all = seenIn(worldAfter);
  const happened = { gained: [], changed: [], merged: [], unpublished: [], lost: [] } as Record<
    keyof Happened,
    RecordRef[]
  >;
  for (const [key, { ref }] of after) if (!before.has(key)) happened.gained.push(ref);
  for (const [key, { ref, record }] of before) {
    const later = after.get(key)?.record;
    const isReplaced = later?.replacementID !== undefined && later.replacementID !== record.replacementID;
    if (later === undefined) happened[all.has(key) ? 'unpublished' : 'lost'].push(ref);
    else if (isReplaced) happened.merged.push(ref);
    else if (JSON.stringify(later) !== JSON.stringify(record)) happened.changed.push(ref);
  }
  for (const refs of Object.values(happened)) refs.sort(compareRefs);
  return happened;
}

const publicOf = ({ archive, placenames }: World): World => ({ archive: publicArchive(archive), placenames });

const NOWHERE = { service: 'archive', request: '', pointer: '' } as const;

/** Every record that an endpoint answers with, by kind and id. */
function seenIn({ archive, placenames }: World): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  const see = (kind: Kind, id: number | string, record: object): void => {
    seen.set(`${kind} ${id}`, { ref: { kind, id }, record });
  };
  for (const { kind, id, record } of [
    ...[...archive.cbe.values()].flatMap((one) => unpackManuscripts(one, NOWHERE)),
    ...[...archive.cbes.values()].flatMap((one) => unpackSchools(one, NOWHERE)),
    ...archive.schoolsTopics.flatMap((one) => unpackTopics(one, NOWHERE)),
  ])
    see(kind as Kind, id, record as object);
  for (const one of archive.counties) see('county', one.logainmID, one);
  for (const one of archive.countries) see('country', one.isoCode, one);
  for (const [kind, records] of [
    ['cbeg.topic', archive.handbookTopics],
    ['cbeg.photograph', archive.cbeg.values()],
    ['cbed.occupation', archive.occupations],
    ['cbed.person', archive.cbed.values()],
    ['category', placenames.administrativeUnits],
    ['category', placenames.features],
    ['glossary', placenames.glossary],
    ['place', placenames.places.values()],
  ] as const)
    for (const one of records) see(kind, one.id, one);
  return seen;
}
