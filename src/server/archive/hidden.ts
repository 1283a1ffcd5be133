import type { ManuscriptItem } from '../../dictionary/archive/manuscript-item.js';
import type { SchoolsItem } from '../../dictionary/archive/schools-item.js';
import type { ManuscriptVolume, SchoolsVolume } from '../../dictionary/archive/volume.js';
import type { Catalogue, Has, Volumes } from '../records.js';

type Volume = ManuscriptVolume | SchoolsVolume;
type Item = ManuscriptItem | SchoolsItem;
type Link = ManuscriptItem['linkedItems'][number];

/** The status of what is ready to publish (wire-format 3). */
const PUBLISHED = 4;

/** Whether a volume or photograph as a whole may be seen with a public key. */
export function isPublished(record: {
  readonly status?: number | undefined;
  readonly sensitive?: boolean | undefined;
}) {
  return record.status === PUBLISHED && record.sensitive !== true;
}

/**
 * The pages and items of a collection that a public key never sees, and so nothing it sees may refer to: the
 * sensitive ones, and all of an unpublished volume.
 */
export class Hidden {
  readonly #pages: Has;
  readonly #items: Has;

  constructor({ pages, items }: Catalogue['hidden']) {
    this.#pages = pages;
    this.#items = items;
  }

  /** What is hidden of a collection: by its catalogue, or else by looking at all of it. */
  static of(volumes: Volumes<Volume>): Hidden {
    return new Hidden(volumes.catalogue?.hidden ?? hiddenIn(volumes.values()));
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
   * The pages of an item, and where it begins and ends: both are required fields, so beside a hidden page they name the
   * first and the last that is seen. Without any that is seen there are none.
   */
  visibleEnds({ pages, firstPageID, lastPageID }: Item) {
    const seen = this.visiblePages(pages);
    const end = (id: number | undefined, visible: number | undefined) =>
      id !== undefined && this.#pages.has(id) ? visible : id;
    return {
      pages: seen,
      firstPageID: end(firstPageID, seen[0]),
      lastPageID: end(lastPageID, seen.at(-1)),
    };
  }

  /** Where the item of a link begins: beside a hidden page, at the first page that is seen of an item of this volume. */
  startOf({ itemID, pageID }: Link, { parts }: ManuscriptVolume): number | undefined {
    if (pageID === undefined || !this.#pages.has(pageID)) return pageID;
    const linked = parts.flatMap(({ items }) => items).find(({ id }) => id === itemID);
    return this.visiblePages(linked?.pages ?? [])[0];
  }
}

function hiddenIn(volumes: Iterable<Volume>): { readonly pages: Has; readonly items: Has } {
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
