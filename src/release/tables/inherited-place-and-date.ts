import { dateOfCollection } from '../../model/mapping/own-records.js';
import type { Node } from '../../model/rdf/node.js';
import { nodesOf, valuesOf } from './node-values.js';

/* The county, the places and the date that hold for an item, also where the item states none (queries/q01, q07). */

/** Whose value it is. */
type Source = 'own' | 'school' | 'part' | 'collection';

interface Held<T> {
  readonly from: Source;
  readonly value: T;
}

/** The collection of a record: the first segment of the path of its IRI, `cbe` or `cbes` (model 2.2). */
export const collectionOf = ({ id }: Node): string | undefined => id.split('/').at(-3);

/** The node of an item with the node of its part in it, for the columns of this file. */
export const withPart = (item: Node, part: Node | undefined): Node =>
  part === undefined ? item : { ...item, isPartOf: part };

const partOf = (item: Node): Node | undefined => nodesOf(item, 'isPartOf')[0];

/** The places of the school in which an item was collected. */
const schoolPlaces = (item: Node): readonly string[] =>
  [partOf(item) ?? []]
    .flat()
    .flatMap((part) => nodesOf(part, 'school').flatMap((one) => valuesOf(one, 'place')));

/**
 * The values that hold for a work: its own, those of the school, or, of an item without any place of its own, those of the
 * part that it is in.
 */
function held(work: Node, terms: readonly string[]): Held<readonly string[]> | undefined {
  const of = (node: Node): readonly string[] => terms.flatMap((term) => valuesOf(node, term));
  const own = of(work);
  if (own.length > 0) return { from: 'own', value: own };
  const school = schoolPlaces(work);
  if (school.length > 0) return { from: 'school', value: school };
  const part = partOf(work);
  const above = part === undefined || valuesOf(work, 'spatial').length > 0 ? [] : of(part);
  return above.length > 0 ? { from: 'part', value: above } : undefined;
}

/** The counties that hold for an item. From `school`: the places of the school, whose counties are in other records. */
export const heldCounties = (item: Node) => held(item, ['county']);

/** The places that hold for a work. */
export const heldPlaces = (work: Node): Held<readonly string[]> | undefined =>
  held(work, ['place', 'placeAbroad']);

/** A date: its EDTF, and where a record states it the time span. */
interface HeldDate {
  readonly edtf: string;
  readonly span?: Node;
}

/** The date that holds for a work. A date of its own hides the others, also where it is too doubtful for EDTF. */
export function heldDate(work: Node): Held<HeldDate> | undefined {
  const part = partOf(work);
  for (const [from, node] of [
    ['own', work],
    ['part', part],
  ] as const) {
    const [span] = node === undefined ? [] : nodesOf(node, 'dateSpan');
    if (span === undefined) continue;
    const [edtf] = valuesOf(span, 'notation');
    return edtf === undefined ? undefined : { from, value: { edtf, span } };
  }
  const edtf = dateOfCollection(collectionOf(work) ?? '');
  return edtf === undefined ? undefined : { from: 'collection', value: { edtf } };
}

/** The first and last year of a date: those that the source states, or else those of the collection. */
export function heldYears(work: Node): readonly [first: readonly string[], last: readonly string[]] {
  const { value } = heldDate(work) ?? {};
  if (value === undefined) return [[], []];
  if (value.span !== undefined)
    return [valuesOf(value.span, 'statedFromYear'), valuesOf(value.span, 'statedToYear')];
  const [first = '', last = first] = value.edtf.split('/');
  return [[first], [last]];
}
