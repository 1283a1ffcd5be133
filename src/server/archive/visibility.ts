import type { ManuscriptItem } from '../../dictionary/archive/manuscript-item.js';
import type { SchoolsItem } from '../../dictionary/archive/schools-item.js';
import type { ManuscriptVolume, SchoolsVolume } from '../../dictionary/archive/volume.js';
import { PRIVILEGED } from '../../dictionary/privileged.js';
import { type ArchiveRecords, byId } from '../records.js';
import { Hidden, isPublished } from './hidden.js';

/**
 * The archive as a public key sees it (wire-format 3, what a public key never sees): a smaller archive of the
 * same kind, so that no filter, count or list can tell of what is left out. Made once for a world.
 */
export function publicArchive(records: ArchiveRecords): ArchiveRecords {
  const manuscripts = new Hidden([...records.cbe.values()]);
  const schools = new Hidden([...records.cbes.values()]);
  const published = <R extends Parameters<typeof isPublished>[0]>(all: ReadonlyMap<number, R>) =>
    [...all.values()].filter(isPublished);
  return {
    ...records,
    cbe: byId(published(records.cbe).map((volume) => disclosed(publicManuscripts(volume, manuscripts)))),
    cbes: byId(published(records.cbes).map((volume) => disclosed(publicSchools(volume, schools)))),
    cbeg: byId(published(records.cbeg).map(disclosed)),
  };
}

function publicManuscripts(volume: ManuscriptVolume, hidden: Hidden): ManuscriptVolume {
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
          .map((link) => ({ ...link, pageID: hidden.visiblePage(link.pageID) })),
      })),
    })),
  };
}

function publicSchools(volume: SchoolsVolume, hidden: Hidden): SchoolsVolume {
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

/** Items without the hidden ones; a page list and its ends hold visible pages only. */
function publicItems<I extends ManuscriptItem | SchoolsItem>(items: readonly I[], hidden: Hidden): I[] {
  return items
    .filter((item) => !hidden.isHiddenItem(item.id))
    .map((item) => ({
      ...item,
      pages: hidden.visiblePages(item.pages),
      firstPageID: hidden.visiblePage(item.firstPageID),
      lastPageID: hidden.visiblePage(item.lastPageID),
    }));
}

/** Texts that are published only when the status beside them says so. */
const GUARDED: Readonly<Record<string, readonly string[]>> = {
  extraInfoStatus: ['extraInfoEN', 'extraInfoGA'],
  archivedDescriptionStatus: ['archivedDescription'],
};

/** The record without privileged fields and without texts still being edited, through and through. */
function disclosed<R>(record: R): R {
  // Every privileged field and every guarded text is optional, so what is left is a record of the same kind.
  return disclose(record) as R;
}

function disclose(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(disclose);
  if (typeof value !== 'object' || value === null) return value;
  const fields = new Map<string, unknown>(Object.entries(value));
  const withheld = new Set<string>(PRIVILEGED);
  for (const [status, texts] of Object.entries(GUARDED)) {
    if ((fields.get(status) ?? 'PUB') !== 'PUB') for (const text of texts) withheld.add(text);
  }
  return Object.fromEntries(
    [...fields].filter(([name]) => !withheld.has(name)).map(([name, one]) => [name, disclose(one)]),
  );
}
