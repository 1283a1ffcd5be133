import { sortByBytes } from '../../base/byte-order.js';
import type { Publication } from '../../rdf/iris.js';
import type { Compared, Part } from './comparison.js';
import { datasetsWithRecords, type GraphLayoutOf } from './graph-layout.js';
import { anySpeaksOf, hasLiteral, listedProperty, propertyOf, type Suppressed, speaksOf } from './lines.js';
import { asText } from './ntriples-files.js';

/** What has become of a record. */
export const KINDS = ['added', 'removed', 'changed', 'suppressed'] as const;
export type KindOfChange = (typeof KINDS)[number];

/** What is to be taken out and put in, in the order of bytes; one character is one byte. */
export interface Lines {
  /** Subjects and properties, as lines begin with them, of which every value goes: what was removed is not repeated. */
  readonly properties: readonly string[];
  /** Lines; none of them has a literal. */
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
  /** How many lines are taken out besides, by their properties or one by one. */
  readonly taken: number;
}

/** What is to be done for one record. */
export interface Difference {
  readonly record: string;
  readonly kind: KindOfChange | undefined;
  readonly datasets: readonly DatasetDifference[];
  /** The same for a publication as one graph: a line that another of its datasets holds, too, has not come or gone. */
  readonly publications: ReadonlyMap<Publication, Lines>;
  /** Properties of a record that is published still and are suppressed from now on, as the list has them. */
  readonly withheld: readonly string[];
}

/** What is known of suppression while two releases are compared. */
export interface Known {
  readonly suppressed: Suppressed;
  /** Whether a property that a subject has no longer was withheld, or may have been. */
  readonly isSuppressedProperty: (subject: string, property: string) => boolean;
}

/**
 * What has to be done to what was said of a record, once all that speaks of what is suppressed has been deleted.
 * Removed is what was said and is not said any more; added is what was not said before. A literal is never repeated to be
 * removed: every value of its property goes, and those that are said still are added again. What speaks of something
 * suppressed is never removed; where it is said still, in whatever way that came about, it is added again.
 *
 * @returns undefined when nothing is to be done
 */
export function differenceOf(
  { record, parts }: Compared,
  known: Known,
  placeOf: GraphLayoutOf,
): Difference | undefined {
  const { suppressed } = known;
  const isTouched = (part: Part): boolean =>
    part.before !== part.after || anySpeaksOf(part.after, suppressed);
  if (!parts.some(isTouched)) return undefined;
  const all = parts.map((part) => ({ part, ...part.lines() }));
  const isSuppressed = suppressed.has(record);
  const spoken = new Set(all.flatMap(({ after }) => after.map(propertyOf)));
  const datasets = all.map(({ part, before, after }) => {
    const gone = goneFrom(before, after, suppressed);
    const properties = new Set(
      gone.filter((line) => hasLiteral(line) || isWithheld(propertyOf(line), spoken, known)).map(propertyOf),
    );
    const lines = between(before, after, properties, suppressed);
    return {
      dataset: part.dataset,
      kind: kindOf({ isSuppressed, parts: [part], isToldOf: lines.isToldOf }),
      forgotten: before.filter((line) => speaksOf(line, suppressed)).length,
      taken: lines.removed.length + before.filter((line) => isTakenBy(line, properties, suppressed)).length,
      ...lines,
    };
  });
  const publications = new Map<Publication, Lines>();
  for (const publication of new Set(parts.map(({ dataset }) => placeOf(dataset).publication))) {
    const here = all.filter(({ part }) => placeOf(part.dataset).publication === publication);
    const before = here.length === 1 ? (here[0]?.before ?? []) : union(here.map((one) => one.before));
    const after = here.length === 1 ? (here[0]?.after ?? []) : union(here.map((one) => one.after));
    // A property goes from every dataset of the publication.
    const properties = new Set(
      datasets
        .filter(({ dataset }) => placeOf(dataset).publication === publication)
        .flatMap((one) => one.properties),
    );
    publications.set(publication, between(before, after, properties, suppressed));
  }
  const isToldOf = datasets.some((one) => one.isToldOf);
  const kind = kindOf({ isSuppressed, parts: datasetsWithRecords(parts, placeOf), isToldOf });
  const properties = [...new Set(datasets.flatMap((one) => one.properties))];
  const isPublished = datasetsWithRecords(parts, placeOf).some(({ after }) => after !== '');
  const withheld = isPublished
    ? properties.filter((one) => isWithheld(one, spoken, known)).map(listedProperty)
    : [];
  return { record, kind, datasets, publications, withheld };
}

/** Lines that are not said any more, and speak of nothing suppressed. */
function goneFrom(before: readonly string[], after: readonly string[], suppressed: Suppressed): string[] {
  const now = new Set(after);
  return before.filter((line) => !now.has(line) && !speaksOf(line, suppressed));
}

/** Whether a property has no value any more, and was withheld, or may have been. */
function isWithheld(property: string, spoken: ReadonlySet<string>, { isSuppressedProperty }: Known): boolean {
  if (spoken.has(property)) return false;
  const [subject = '', predicate = ''] = listedProperty(property).split(' ');
  return isSuppressedProperty(asText(subject), asText(predicate));
}

const isTakenBy = (line: string, properties: ReadonlySet<string>, suppressed: Suppressed): boolean =>
  properties.has(propertyOf(line)) && !speaksOf(line, suppressed);

/** What comes and goes when all values of some properties go; whether any of it is news, and not only said again. */
function between(
  before: readonly string[],
  after: readonly string[],
  properties: ReadonlySet<string>,
  suppressed: Suppressed,
): Lines & { readonly isToldOf: boolean } {
  const old = new Set(before);
  const gone = goneFrom(before, after, suppressed);
  const added = after.filter(
    (line) => !old.has(line) || speaksOf(line, suppressed) || properties.has(propertyOf(line)),
  );
  return {
    properties: sortByBytes([...properties]),
    removed: gone.filter((line) => !properties.has(propertyOf(line))),
    added,
    isToldOf: gone.length > 0 || added.some((line) => !old.has(line)),
  };
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
