import type { ManuscriptItem } from '../../../model/schema/archive/manuscripts.js';
import type { SchoolsItem } from '../../../model/schema/archive/schools.js';
import type { ManuscriptVolume, SchoolsVolume } from '../../../model/schema/archive/volume.js';
import { PRIVILEGED } from '../../../model/schema/privileged.js';
import {
  type ArchiveRecords,
  byId,
  LazyVolumes,
  type NumberSet,
  type VolumeIndex,
  type VolumeMap,
} from '../records.js';

type Volume = ManuscriptVolume | SchoolsVolume;
type Item = ManuscriptItem | SchoolsItem;
type Link = ManuscriptItem['linkedItems'][number];

/** The status of what is ready to publish (wire-format 3). */
const PUBLISHED = 4;

/** Whether a public key may see a volume or photograph. */
function isPublished(record: {
  readonly status?: number | undefined;
  readonly sensitive?: boolean | undefined;
}) {
  return record.status === PUBLISHED && record.sensitive !== true;
}

/**
 * The pages and items of a collection that a public key never sees: sensitive ones, and those of unpublished volumes.
 * Nothing that it sees may refer to them.
 */
export class HiddenContent {
  readonly #pages: NumberSet;
  readonly #items: NumberSet;

  constructor({ pages, items }: VolumeIndex['hidden']) {
    this.#pages = pages;
    this.#items = items;
  }

  /** The hidden content of a collection, from its index or from all its volumes. */
  static of(volumes: VolumeMap<Volume>): HiddenContent {
    return new HiddenContent(volumes.index?.hidden ?? hiddenIn(volumes.values()));
  }

  isHiddenPage(id: number): boolean {
    return this.#pages.has(id);
  }

  isHiddenItem(id: number): boolean {
    return this.#items.has(id);
  }

  visiblePages(ids: readonly number[]): number[] {
    return ids.filter((id) => !this.#pages.has(id));
  }

  /**
   * The pages of an item, and its first and last page. A hidden first or last page is replaced by the first or last visible
   * one, because both fields are required; without a visible page they are absent.
   */
  visibleEnds({ pages, firstPageID, lastPageID }: Item) {
    const visiblePages = this.visiblePages(pages);
    const end = (id: number | undefined, visible: number | undefined) =>
      id !== undefined && this.#pages.has(id) ? visible : id;
    return {
      pages: visiblePages,
      firstPageID: end(firstPageID, visiblePages[0]),
      lastPageID: end(lastPageID, visiblePages.at(-1)),
    };
  }

  /** The page of a link: a hidden one is replaced by the first visible page of the linked item in this volume. */
  startOf({ itemID, pageID }: Link, { parts }: ManuscriptVolume): number | undefined {
    if (pageID === undefined || !this.#pages.has(pageID)) return pageID;
    const linked = parts.flatMap(({ items }) => items).find(({ id }) => id === itemID);
    return this.visiblePages(linked?.pages ?? [])[0];
  }
}

function hiddenIn(volumes: Iterable<Volume>): { readonly pages: NumberSet; readonly items: NumberSet } {
  const pages = new Set<number>();
  const items = new Set<number>();
  for (const volume of volumes) {
    const whole = !isPublished(volume);
    for (const page of volume.pages) if (whole || page.sensitive) pages.add(page.id);
    for (const item of volume.parts.flatMap<Item>((part) => part.items)) {
      if (whole || item.sensitive) items.add(item.id);
    }
  }
  return { pages, items };
}

/**
 * The archive as a public key sees it (wire-format 3, what a public key never sees): an archive with fewer records, so
 * that no filter, count or list depends on hidden ones. Made once.
 */
export function publicArchive(records: ArchiveRecords): ArchiveRecords {
  const manuscripts = HiddenContent.of(records.cbe);
  const schools = HiddenContent.of(records.cbes);
  return {
    ...records,
    cbe: publicVolumes(records.cbe, (volume) => disclosed(publicManuscripts(volume, manuscripts))),
    cbes: publicVolumes(records.cbes, (volume) => disclosed(publicSchools(volume, schools))),
    cbeg: byId([...records.cbeg.values()].filter(isPublished).map(disclosed)),
  };
}

/** The published volumes as a public key sees them; made on demand if the volumes are. */
function publicVolumes<V extends ManuscriptVolume | SchoolsVolume>(
  volumes: VolumeMap<V>,
  open: (volume: V) => V,
): VolumeMap<V> {
  const { index } = volumes;
  if (index === undefined) return byId([...volumes.values()].filter(isPublished).map(open));
  return new LazyVolumes(index.published(), (id) => {
    const volume = volumes.get(id);
    if (volume === undefined) throw new Error(`the index lists a volume that does not exist: ${id}`);
    return open(volume);
  });
}

function publicManuscripts(volume: ManuscriptVolume, hidden: HiddenContent): ManuscriptVolume {
  return {
    ...volume,
    pages: volume.pages.filter((page) => !hidden.isHiddenPage(page.id)),
    parts: volume.parts.map((part) => ({
      ...part,
      titlePages: hidden.visiblePages(part.titlePages),
      items: publicItems(part.items, hidden).map((item) => ({
        ...item,
        linkedItems: item.linkedItems
          .filter((link) => !hidden.isHiddenItem(link.itemID))
          .map((link) => ({ ...link, pageID: hidden.startOf(link, volume) })),
      })),
    })),
  };
}

function publicSchools(volume: SchoolsVolume, hidden: HiddenContent): SchoolsVolume {
  return {
    ...volume,
    pages: volume.pages
      .filter((page) => !hidden.isHiddenPage(page.id))
      .map((page) => ({
        ...page,
        transcripts: page.transcripts.filter(
          (transcript) => transcript.approved === true && !hidden.isHiddenItem(transcript.itemID),
        ),
      })),
    parts: volume.parts.map((part) => ({
      ...part,
      titlePages: hidden.visiblePages(part.titlePages),
      items: publicItems(part.items, hidden),
    })),
  };
}

/** Items without the hidden ones; their pages, first and last included, are visible ones. */
function publicItems<I extends ManuscriptItem | SchoolsItem>(
  items: readonly I[],
  hidden: HiddenContent,
): I[] {
  return items
    .filter((item) => !hidden.isHiddenItem(item.id))
    .map((item) => ({ ...item, ...hidden.visibleEnds(item) }));
}

/** Texts that are published only with a status in the same record, by the name of the status. */
const GUARDED: Readonly<Record<string, readonly string[]>> = {
  extraInfoStatus: ['extraInfoEN', 'extraInfoGA'],
  archivedDescriptionStatus: ['archivedDescription'],
};

/** Fields that not everybody sees, and the status on which that depends, where it depends on one. */
const CLOSED: ReadonlyMap<string, string | undefined> = new Map([
  ...PRIVILEGED.map((name) => [name, undefined] as const),
  ...Object.entries(GUARDED).flatMap(([status, texts]) => texts.map((text) => [text, status] as const)),
]);

/** The record without privileged fields and without texts still being edited, through and through. */
function disclosed<R>(record: R): R {
  // Every privileged field and every guarded text is optional, so what is left is a record of the same kind.
  return disclose(record) as R;
}

/** The value itself where there is nothing to withhold: most of what is served to everybody is not copied. */
function disclose(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value)
    ? discloseList(value)
    : discloseRecord(value as Readonly<Record<string, unknown>>);
}

function discloseList(list: readonly unknown[]): readonly unknown[] {
  const open = list.map(disclose);
  return open.every((entry, index) => entry === list[index]) ? list : open;
}

function discloseRecord(record: Readonly<Record<string, unknown>>): unknown {
  // Written as a loop: every field of every volume, photograph and person passes here.
  let open: [name: string, value: unknown][] | undefined;
  for (const name in record) {
    const given = record[name];
    const isOpen = !CLOSED.has(name) || isDisclosed(name, record);
    const value = isOpen && typeof given === 'object' ? disclose(given) : given;
    if (open === undefined && isOpen && value === given) continue;
    open ??= entriesBefore(name, record);
    if (isOpen) open.push([name, value]);
  }
  return open === undefined ? record : Object.fromEntries(open);
}

/** The fields of a record before one. */
function entriesBefore(name: string, record: Readonly<Record<string, unknown>>): [string, unknown][] {
  const entries = Object.entries(record);
  return entries.slice(
    0,
    entries.findIndex(([one]) => one === name),
  );
}

/** Whether a field that not everybody sees is open in a record. */
function isDisclosed(name: string, record: Readonly<Record<string, unknown>>): boolean {
  const status = CLOSED.get(name);
  return status !== undefined && (record[status] ?? 'PUB') === 'PUB';
}
