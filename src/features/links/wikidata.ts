import {
  ELSEWHERE,
  isniOf,
  namesOf,
  type OutsideFault,
  type OutsideRow,
  type Point,
  placeId,
  pointOf,
  type StatedId,
  viafId,
  wikidataIri,
} from './outside-thing.js';

/** A row of a query result: cells by the name of the variable, in lower case. */
interface ResultRow {
  readonly row: ReadonlyMap<string, string>;
  readonly at: string;
}

/** The rows of a result in the SPARQL 1.1 Query Results JSON Format (section 3); undefined when it is none. */
export function rowsOfSparqlJson(document: unknown, name: string): ResultRow[] | undefined {
  const { results } = (document ?? {}) as { readonly results?: { readonly bindings?: unknown } };
  if (!Array.isArray(results?.bindings)) return undefined;
  return results.bindings.map((binding: unknown, at) => {
    const cells = Object.entries((binding ?? {}) as Record<string, { readonly value?: unknown } | null>);
    const row = new Map(
      cells.flatMap(([variable, cell]) =>
        typeof cell?.value === 'string' ? [[variable.toLowerCase(), cell.value] as const] : [],
      ),
    );
    return { row, at: `${name} result ${at + 1}` };
  });
}

/** Variables that hold names: `itemLabel`, `label`, `altLabel`, `name`, `en`, `ga`, also with a number or a language. */
const NAME = /^(?:item|place)?(?:alt)?(?:label|name)s?(?:_?(?:en|ga|\d))?$|^(?:en|ga)$/;
const KIND = /^(?:kind|class|type)(?:label)?$/;
const ITEM_ID = /^Q\d+$/;

/** What the rows of a result say of one item. */
interface Item {
  readonly iri: string;
  readonly at: string;
  readonly places: Set<string>;
  readonly viaf: Set<string>;
  readonly isni: Set<string>;
  readonly names: Set<string>;
  readonly kinds: Set<string>;
  point?: Point | undefined;
}

/**
 * The items of a result of the Wikidata Query Service (docs/links.md has the queries). An item has a row for each
 * combination of its values.
 */
export function* readWikidata(rows: Iterable<ResultRow>): Generator<OutsideRow> {
  const items = new Map<string, Item>();
  const faults = new Map<string, OutsideFault>();
  for (const { row, at } of rows) {
    const fault = (what: string): void => void faults.set(`${row.get('item')} ${what}`, { at, fault: what });
    const iri = wikidataIri(row.get('item') ?? '');
    if (iri === undefined) {
      fault(`"${row.get('item') ?? ''}" is no item of Wikidata`);
      continue;
    }
    const item = items.get(iri) ?? {
      iri,
      at,
      places: new Set(),
      viaf: new Set(),
      isni: new Set(),
      names: new Set(),
      kinds: new Set(),
    };
    items.set(iri, item);
    const take = (column: string, into: Set<string>, parse: (text: string) => string | undefined): void => {
      const text = row.get(column) ?? '';
      const value = parse(text);
      if (value !== undefined) into.add(value);
      else if (text !== '') fault(`"${text}" is no ${column} id`);
    };
    take('logainm', item.places, placeId);
    take('viaf', item.viaf, viafId);
    take('isni', item.isni, isniOf);
    for (const [variable, text] of row) {
      if (NAME.test(variable) && !ITEM_ID.test(text)) item.names.add(text);
      else if (KIND.test(variable) && !ITEM_ID.test(text) && wikidataIri(text) === undefined)
        item.kinds.add(text.toLowerCase());
    }
    item.point ??= pointOfWkt(row.get('point') ?? '') ?? pointOf(row.get('lat'), row.get('lon'));
  }
  for (const item of items.values()) yield* thingsOf(item);
  yield* faults.values();
}

/** `Point(-8.47 54.27)`: longitude first. A point that is not on earth has the IRI of its globe before it. */
function pointOfWkt(text: string): Point | undefined {
  const [, longitude, latitude] = /^POINT\s*\((\S+) (\S+)\)$/i.exec(text) ?? [];
  return pointOf(latitude, longitude);
}

function* thingsOf({ iri, at, places, viaf, isni, names, kinds, point }: Item): Generator<OutsideRow> {
  const authority = [...viaf].map((value): StatedId => ({ kind: 'person', by: 'authority', value }));
  const person = { at, title: 'Wikidata', names: [], kinds: [] };
  if (authority.length > 0) {
    yield { ...person, iri, statedBy: 'Wikidata P214', ids: authority };
    for (const id of isni)
      yield { ...person, iri: ELSEWHERE.isni(id), statedBy: 'Wikidata P213', ids: authority };
  }
  if (places.size === 0 && authority.length > 0) return;
  yield {
    iri,
    at,
    title: 'Wikidata',
    statedBy: 'Wikidata P5097',
    point,
    names: namesOf(names),
    ids: [...places].map((value): StatedId => ({ kind: 'place', by: 'id', value })),
    kinds: [...kinds].map((kind) => `wikidata ${kind}`),
  };
}
