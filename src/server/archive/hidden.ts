import type { ManuscriptItem } from '../../dictionary/archive/manuscript-item.js';
import type { SchoolsItem } from '../../dictionary/archive/schools-item.js';
import type { ManuscriptVolume, SchoolsVolume } from '../../dictionary/archive/volume.js';
import type { Catalogue, Has, Volumes } from '../records.js';

type Volume = ManuscriptVolume | SchoolsVolume;
type Item = ManuscriptItem | SchoolsItem;

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
 * sensitive ones, and all of an unpublished volume. References are dropped, never moved to another page: an
 * item does not begin where its second page is.
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

  /** A reference to a page, unless it is hidden. */
  visiblePage(id: number | undefined): number | undefined {
    return id === undefined || this.#pages.has(id) ? undefined : id;
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
