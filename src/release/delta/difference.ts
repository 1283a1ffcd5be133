import { sortByBytes } from '../../base/byte-order.js';
import { textOf } from '../../model/rdf/formats/recognise-dump.js';
import type { Publication } from '../../model/rdf/iris.js';
import { readCsv, valuesIn } from '../tables/csv.js';
import type { Compared, Part } from './comparison.js';
import { datasetsWithRecords, type GraphLayoutOf } from './comparison.js';
import {
  anyMentionsSuppressed,
  hasLiteral,
  listedProperty,
  mentionsSuppressed,
  propertyOf,
  type Suppressed,
} from './lines.js';
import { asText } from './sorted-release.js';

/** The file of a release with the records that differ from the release before. */
export const CHANGES_FILE = 'delta/changes.csv';

/** The kinds of change of a record. */
export const KINDS = ['added', 'removed', 'changed', 'suppressed'] as const;
export type KindOfChange = (typeof KINDS)[number];

/**
 * The records that a file of changes lists, each with the datasets whose statements about it have changed. Of what is suppressed
 * the datasets are not there.
 *
 * @param path of {@link CHANGES_FILE}, or of a copy
 * @throws the error of the file system
 */
export async function* listedChanges(path: string): AsyncGenerator<{
  readonly iri: string;
  readonly change: KindOfChange;
  readonly datasets: readonly string[];
}> {
  for await (const [iri = '', change, datasets] of readCsv(textOf({ path, isPacked: false }))) {
    const known = KINDS.find((one) => one === change);
    // The header has none of the kinds.
    if (known !== undefined) yield { iri, change: known, datasets: valuesIn(datasets) };
  }
}

/** Lines to delete and to add, in the order of their bytes; one character is one byte. */
export interface Lines {
  /** Subjects and properties, the beginnings of lines, of which every value is deleted. */
  readonly properties: readonly string[];
  /** Lines; none of them has a literal. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** The change of one record in one dataset. */
interface DatasetDifference extends Lines {
  readonly dataset: string;
  /** Undefined when the record counts as unchanged, and of a subject that is no record of the release. */
  readonly kind: KindOfChange | undefined;
  /** Lines of the old release about what is suppressed: users delete them by the list. */
  readonly forgotten: number;
  /** Other lines that are deleted, by their properties or one by one. */
  readonly taken: number;
}

/** The change of one record. */
export interface Difference {
  readonly record: string;
  readonly kind: KindOfChange | undefined;
  readonly datasets: readonly DatasetDifference[];
  /** The lines of each publication as one graph: a line that stays in another dataset of it has not changed. */
  readonly publications: ReadonlyMap<Publication, Lines>;
  /** Properties, as in the list, that are suppressed from now on of a record that is still published. */
  readonly withheld: readonly string[];
}

/** What is suppressed while two releases are compared. */
export interface Known {
  readonly suppressed: Suppressed;
  /** Whether a property that a subject has lost was or may have been withheld. */
  readonly isSuppressedProperty: (subject: string, property: string) => boolean;
}

/**
 * The change of a record once every line about what is suppressed has been deleted. A literal is never repeated in order to
 * be removed: every value of its property is deleted, and those that stay are added again. A line about what is suppressed
 * is never removed; if the new release has it, it is added again.
 *
 * @returns undefined when nothing changes
 */
export function differenceOf(
  { record, parts }: Compared,
  known: Known,
  placeOf: GraphLayoutOf,
): Difference | undefined {
  const { suppressed } = known;
  const isTouched = (part: Part): boolean =>
    part.before !== part.after || anyMentionsSuppressed(part.after, suppressed);
  if (!parts.some(isTouched)) return undefined;
  const all = parts.map((part) => ({ part, ...part.lines() }));
  const isSuppressed = suppressed.has(record);
  const isRecord = parts.some(({ dataset }) => record.startsWith(placeOf(dataset).base));
  const present = new Set(all.flatMap(({ after }) => after.map(propertyOf)));
  const datasets = all.map(({ part, before, after }) => {
    const gone = goneFrom(before, after, suppressed);
    const properties = new Set(
      gone.filter((line) => hasLiteral(line) || isWithheld(propertyOf(line), present, known)).map(propertyOf),
    );
    const lines = between(before, after, properties, suppressed);
    return {
      dataset: part.dataset,
      kind: kindOf({ isRecord, isSuppressed, parts: [part], hasChanged: lines.hasChanged }),
      forgotten: before.filter((line) => mentionsSuppressed(line, suppressed)).length,
      taken: lines.removed.length + before.filter((line) => isTakenBy(line, properties, suppressed)).length,
      ...lines,
    };
  });
  const publications = new Map<Publication, Lines>();
  for (const publication of new Set(parts.map(({ dataset }) => placeOf(dataset).publication))) {
    const here = all.filter(({ part }) => placeOf(part.dataset).publication === publication);
    const before = here.length === 1 ? (here[0]?.before ?? []) : union(here.map((one) => one.before));
    const after = here.length === 1 ? (here[0]?.after ?? []) : union(here.map((one) => one.after));
    // A property is deleted from every dataset of the publication.
    const properties = new Set(
      datasets
        .filter(({ dataset }) => placeOf(dataset).publication === publication)
        .flatMap((one) => one.properties),
    );
    publications.set(publication, between(before, after, properties, suppressed));
  }
  const hasChanged = datasets.some((one) => one.hasChanged);
  const kind = kindOf({
    isRecord,
    isSuppressed,
    hasChanged,
    parts: datasetsWithRecords(parts, placeOf),
  });
  const properties = [...new Set(datasets.flatMap((one) => one.properties))];
  const isPublished = datasetsWithRecords(parts, placeOf).some(({ after }) => after !== '');
  const withheld = isPublished
    ? properties.filter((one) => isWithheld(one, present, known)).map(listedProperty)
    : [];
  return { record, kind, datasets, publications, withheld };
}

/** Lines that are gone, without those about what is suppressed. */
function goneFrom(before: readonly string[], after: readonly string[], suppressed: Suppressed): string[] {
  const now = new Set(after);
  return before.filter((line) => !now.has(line) && !mentionsSuppressed(line, suppressed));
}

/** Whether a property has no value any more, and was or may have been withheld. */
function isWithheld(
  property: string,
  present: ReadonlySet<string>,
  { isSuppressedProperty }: Known,
): boolean {
  if (present.has(property)) return false;
  const [subject = '', predicate = ''] = listedProperty(property).split(' ');
  return isSuppressedProperty(asText(subject), asText(predicate));
}

const isTakenBy = (line: string, properties: ReadonlySet<string>, suppressed: Suppressed): boolean =>
  properties.has(propertyOf(line)) && !mentionsSuppressed(line, suppressed);

/** The lines to delete and to add when all values of some properties are deleted, and whether any line really changed. */
function between(
  before: readonly string[],
  after: readonly string[],
  properties: ReadonlySet<string>,
  suppressed: Suppressed,
): Lines & { readonly hasChanged: boolean } {
  const old = new Set(before);
  const gone = goneFrom(before, after, suppressed);
  const added = after.filter(
    (line) => !old.has(line) || mentionsSuppressed(line, suppressed) || properties.has(propertyOf(line)),
  );
  return {
    properties: sortByBytes([...properties]),
    removed: gone.filter((line) => !properties.has(propertyOf(line))),
    added,
    hasChanged: gone.length > 0 || added.some((line) => !old.has(line)),
  };
}

const union = (lines: readonly (readonly string[])[]): string[] => sortByBytes([...new Set(lines.flat())]);

function kindOf(about: {
  readonly isRecord: boolean;
  readonly isSuppressed: boolean;
  readonly parts: readonly Part[];
  readonly hasChanged: boolean;
}): KindOfChange | undefined {
  const { isRecord, isSuppressed, parts, hasChanged } = about;
  if (!isRecord) return undefined;
  const wasThere = parts.some(({ before }) => before !== '');
  const isThere = parts.some(({ after }) => after !== '');
  const isOther = parts.some(({ before, after }) => before !== after);
  if (wasThere && isOther && isSuppressed) return 'suppressed';
  if (wasThere && !isThere) return 'removed';
  if (!wasThere && isThere) return 'added';
  return wasThere && hasChanged ? 'changed' : undefined;
}
