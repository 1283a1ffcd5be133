import {
  dateOfCollection,
  EFFECTIVE_FROM,
  type Effective,
  type EffectiveFrom,
} from '../../model/mapping/own-records.js';
import type { Node } from '../../model/rdf/node.js';
import { valuesIn } from './csv.js';
import { nodesOf, valuesOf } from './node-values.js';

/* The county, the places and the date that hold for a work, also where the work states none (queries/q01, q07; model 3.11). */

interface Held<T> {
  readonly from: EffectiveFrom;
  readonly value: T;
}

/** The collection of a record: the first segment of the path of its IRI, `cbe` or `cbes` (model 2.2). */
export const collectionOf = ({ id }: Node): string | undefined => id.split('/').at(-3);

/** The node of an item with the node of its part in it, for the columns of this file. */
export const withPart = (item: Node, part: Node | undefined): Node =>
  part === undefined ? item : { ...item, isPartOf: part };

const partOf = (item: Node): Node | undefined => nodesOf(item, 'isPartOf')[0];

/**
 * Who may state the county and the places of a work, the nearest first: the work; the school in which it was collected; of an item
 * without any place of its own, the part that it is in.
 */
function sourcesOf(work: Node): readonly { readonly from: EffectiveFrom; readonly nodes: readonly Node[] }[] {
  const part = [partOf(work) ?? []].flat();
  return [
    { from: 'own', nodes: [work] },
    { from: 'school', nodes: part.flatMap((one) => nodesOf(one, 'school')) },
    { from: 'part', nodes: valuesOf(work, 'spatial').length > 0 ? [] : part },
  ];
}

const stated = (nodes: readonly Node[], term: string): readonly string[] =>
  nodes.flatMap((node) => valuesOf(node, term));

/**
 * The counties that hold for a work, or the places of which it has the counties: those are in other records. What is nearest
 * decides, also where no county is known of its places.
 */
export function heldCounties(
  work: Node,
): (Held<readonly string[]> & { readonly are: 'counties' | 'places' }) | undefined {
  for (const { from, nodes } of sourcesOf(work)) {
    const [counties, places] = [stated(nodes, 'county'), stated(nodes, 'place')];
    if (counties.length > 0) return { from, value: counties, are: 'counties' };
    if (places.length > 0) return { from: from === 'own' ? 'place' : from, value: places, are: 'places' };
  }
  return undefined;
}

/** The places that hold for a work. */
export const heldPlaces = (work: Node): Held<readonly string[]> | undefined =>
  sourcesOf(work)
    .map(({ from, nodes }) => ({
      from,
      value: [...stated(nodes, 'place'), ...stated(nodes, 'placeAbroad')],
    }))
    .find(({ value }) => value.length > 0);

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

/** The tables of works, with the columns of the date that holds. */
const DATE_COLUMNS = {
  items: {
    date: 'effective_edtf',
    from: 'effective_from_year',
    to: 'effective_to_year',
    qualifier: 'effective_date_qualifier',
  },
  photographs: {
    date: 'edtf',
    from: 'stated_from_year',
    to: 'stated_to_year',
    qualifier: 'date_qualifier',
  },
} as const;

export const TABLES_OF_WORKS = ['items', 'photographs'] as const;

/**
 * The county and the date that hold for a work, from its complete row in a table of works: the counties of places are in other
 * records, so that they are known when all rows are there.
 *
 * @returns undefined for an omission, and where neither is known
 */
export function effectiveIn(
  table: (typeof TABLES_OF_WORKS)[number],
  row: (column: string) => string,
): Omit<Effective, 'path'> | undefined {
  const { date, from, to, qualifier } = DATE_COLUMNS[table];
  // The ids with which the IRIs of counties end (model 2.2).
  const counties = valuesIn(row('effective_counties')).map((iri) =>
    Number(iri.slice(iri.lastIndexOf('/') + 1)),
  );
  // Years without a date are too doubtful to count.
  const isDated = row(date) !== '';
  if (row('omission') !== '' || (counties.length === 0 && !isDated)) return undefined;
  const year = (column: string): number | undefined => (row(column) === '' ? undefined : Number(row(column)));
  const countiesFrom = sourceIn(row('effective_counties_from'));
  if (!isDated) return { counties, countiesFrom };
  return {
    counties,
    countiesFrom,
    date: row(date),
    fromYear: year(from),
    toYear: year(to),
    dateFrom: table === 'items' ? sourceIn(row('effective_date_from')) : 'own',
    dateQualifier: row(qualifier) || undefined,
  };
}

const sourceIn = (cell: string): EffectiveFrom | undefined => EFFECTIVE_FROM.find((one) => one === cell);
