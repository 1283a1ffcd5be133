import { sortByBytes } from '../../base/byte-order.js';
import type { Publication } from '../../rdf/iris.js';
import type { Compared, Part } from './compared.js';
import { anySpeaksOf, type Suppressed, speaksOf } from './lines.js';
import { datasetsWithRecords, type PlaceOf } from './place.js';

/** What has become of a record. */
export const KINDS = ['added', 'removed', 'changed', 'suppressed'] as const;
export type KindOfChange = (typeof KINDS)[number];

/** Lines to be taken out and put in, in the order of their bytes; one character is one byte. */
export interface Lines {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** What is to be done to one dataset for one record. */
export interface DatasetDifference extends Lines {
  readonly dataset: string;
  /** Undefined when nothing is to be said of it. */
  readonly kind: KindOfChange | undefined;
  /** Lines of the old release that speak of what is suppressed: readers delete them without being told which. */
  readonly forgotten: number;
}

/** What is to be done for one record. */
export interface Difference {
  readonly record: string;
  readonly kind: KindOfChange | undefined;
  readonly datasets: readonly DatasetDifference[];
  /** The same for a publication as one graph: a line that another of its datasets holds, too, has not come or gone. */
  readonly publications: ReadonlyMap<Publication, Lines>;
}

/**
 * What has to be done to what was said of a record, once all that speaks of what is suppressed has been deleted.
 * Removed is what was said and is not said any more; added is what was not said before. What speaks of something
 * suppressed is never removed; where it is said still, in whatever way that came about, it is added again.
 *
 * @returns undefined when nothing is to be done
 */
export function differenceOf(
  { record, parts }: Compared,
  suppressed: Suppressed,
  placeOf: PlaceOf,
): Difference | undefined {
  const isTouched = (part: Part): boolean =>
    part.before !== part.after || anySpeaksOf(part.after, suppressed);
  if (!parts.some(isTouched)) return undefined;
  const all = parts.map((part) => ({ part, ...part.lines() }));
  const isSuppressed = suppressed.has(record);
  const datasets = all.map(({ part, before, after }) => {
    const lines = between(before, after, suppressed);
    return {
      dataset: part.dataset,
      kind: kindOf({ isSuppressed, parts: [part], isToldOf: lines.isToldOf }),
      forgotten: before.filter((line) => speaksOf(line, suppressed)).length,
      ...lines,
    };
  });
  const publications = new Map<Publication, Lines>();
  for (const publication of new Set(parts.map(({ dataset }) => placeOf(dataset).publication))) {
    const here = all.filter(({ part }) => placeOf(part.dataset).publication === publication);
    const before = here.length === 1 ? (here[0]?.before ?? []) : union(here.map((one) => one.before));
    const after = here.length === 1 ? (here[0]?.after ?? []) : union(here.map((one) => one.after));
    publications.set(publication, between(before, after, suppressed));
  }
  const isToldOf = datasets.some((one) => one.isToldOf);
  const kind = kindOf({ isSuppressed, parts: datasetsWithRecords(parts, placeOf), isToldOf });
  return { record, kind, datasets, publications };
}

/** Lines that come and go; whether any of them is news, and not only said again. */
function between(
  before: readonly string[],
  after: readonly string[],
  suppressed: Suppressed,
): Lines & { readonly isToldOf: boolean } {
  const [old, now] = [new Set(before), new Set(after)];
  const removed = before.filter((line) => !now.has(line) && !speaksOf(line, suppressed));
  const added = after.filter((line) => !old.has(line) || speaksOf(line, suppressed));
  return { removed, added, isToldOf: removed.length > 0 || added.some((line) => !old.has(line)) };
}

const union = (lines: readonly (readonly string[])[]): string[] => sortByBytes([...new Set(lines.flat())]);

function kindOf(about: {
  readonly isSuppressed: boolean;
  readonly parts: readonly Part[];
  readonly isToldOf: boolean;
}): KindOfChange | undefined {
  const { isSuppressed, parts, isToldOf } = about;
  const wasThere = parts.some(({ before }) => before !== '');
  const isThere = parts.some(({ after }) => after !== '');
  const isOther = parts.some(({ before, after }) => before !== after);
  if (wasThere && isOther && isSuppressed) return 'suppressed';
  if (wasThere && !isThere) return 'removed';
  if (!wasThere && isThere) return 'added';
  return wasThere && isToldOf ? 'changed' : undefined;
}
