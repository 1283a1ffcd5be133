import { DataFactory } from 'n3';
import { describe, expect, test } from 'vitest';
import type { Node, Value } from '../../../../src/model/rdf/node.js';
import { formatPath } from '../../../../src/pipeline/shards/source-field.js';
import {
  type MapFunction,
  type Quad,
  traceFields,
  without,
} from '../../../../src/use/inspect/explain/field-trace.js';
import { nearestIds } from '../../../../src/use/inspect/explain/find-record.js';

const { literal, namedNode, quad } = DataFactory;

/** A language of our own: every term is a predicate, nested nodes are named. */
const BASE = 'https://example.org/';
const quadsOf = (node: Node): Quad[] =>
  Object.entries(node)
    .filter(([term]) => term !== 'id')
    .flatMap(([term, value]) =>
      [value].flat().flatMap((one) => {
        if (one === undefined) return [];
        const isNode = typeof one === 'object' && one !== null && 'id' in one;
        const object = isNode ? namedNode((one as Node).id) : literal(String(one));
        return [
          quad(namedNode(node.id), namedNode(BASE + term), object),
          ...(isNode ? quadsOf(one as Node) : []),
        ];
      }),
    );
const saying =
  (describeIt: (record: Readonly<Record<string, Value>>) => Node): MapFunction =>
  (record) => {
    const node = describeIt(record as Readonly<Record<string, Value>>);
    return [{ node, quads: quadsOf(node) }];
  };
const anything = () => true;

/** What became of each field, in a word or two each. */
const told = (...args: Parameters<typeof traceFields>): Record<string, string[]> =>
  Object.fromEntries(
    traceFields(...args).map(({ path, became, names, alsoIn }) => [
      formatPath(path),
      [
        ...names.map((name) => `names ${name.slice(BASE.length)}`),
        ...became.map(({ predicate, object }) => `${predicate.value.slice(BASE.length)} ${object.value}`),
        ...(alsoIn === undefined ? [] : [`also ${formatPath(alsoIn)}`]),
      ],
    ]),
  );

describe('a field became', () => {
  test('the triples that are not there without it, and nothing where none is missing', () => {
    const say = saying(({ title, place }) => ({ id: `${BASE}1`, name: title, label: title, at: place }));
    expect(told({ title: 'x', place: 'y', count: 3 }, say, anything)).toEqual({
      title: ['name x', 'label x'],
      place: ['at y'],
      count: [],
    });
  });

  test('with the name of its node: the node of another name is the same node', () => {
    const say = saying(({ id, size }) => ({
      id: `${BASE}${id}`,
      number: id,
      part: { id: `${BASE}${id}#${size}`, size },
    }));
    expect(told({ id: 7, size: 'small' }, say, anything)).toEqual({
      id: ['names 7', 'names 7#small', 'number 7'],
      size: ['names 7#small', 'size small'],
    });
  });

  test('the link to a node, where it does nothing but name it', () => {
    const say = saying(({ page }) => ({ id: `${BASE}1`, about: { id: `${BASE}page/${page}`, label: 'x' } }));
    expect(told({ page: 5 }, say, anything)).toEqual({
      page: ['names page/5', 'about https://example.org/page/5'],
    });
  });

  test('what is said with another value of it, where the record is not lawful without it', () => {
    const say = saying(({ kind }) => {
      if (kind === undefined) throw new Error('a mapper is never given such a record');
      return { id: `${BASE}1`, type_: kind };
    });
    const isLawful = (record: object) => 'kind' in record;
    expect(told({ kind: 'x' }, say, isLawful)).toEqual({ kind: ['type_ x'] });
  });

  test('what is heeded of it, although another field would speak in its place', () => {
    const say = saying(({ year, iso }) => ({ id: `${BASE}1`, date: year ?? Number(iso) }));
    expect(told({ year: 1936, iso: '1936' }, say, anything)).toEqual({ year: ['date 1936'], iso: [] });
  });

  test('the same as a twin of it, which each alone could be missed for', () => {
    const say = saying(({ places }) => ({ id: `${BASE}1`, place: [...new Set([places].flat())] }));
    expect(told({ places: [7, 7, 8] }, say, anything)).toEqual({
      'places[0]': ['place 7', 'also places[1]'],
      'places[1]': ['place 7', 'also places[0]'],
      'places[2]': ['place 8'],
    });
  });

  test('something after all, when it was thought to be idle', () => {
    const say = saying(({ title, note }) => ({ id: `${BASE}1`, name: title, note }));
    const record = { title: 'x', note: 'y', size: 3 };
    const isIdle = (field: string) => field !== 'title';
    expect(told(record, say, anything, isIdle)).toEqual({ title: ['name x'], note: ['note y'], size: [] });
  });

  test('nothing, of a record that cannot be described', () => {
    expect(told({ title: 'x' }, () => undefined, anything)).toEqual({ title: [] });
  });
});

describe('a path', () => {
  const record = { a: [{ b: 1 }, { b: 2, c: ['x'] }], d: undefined };

  test('can be left out: a field is gone, a list is shorter, and the record is as it was', () => {
    expect(without(record, ['a', 1, 'c', 0])).toEqual({ a: [{ b: 1 }, { b: 2, c: [] }] });
    expect(without(record, ['a', 0, 'b'])).toEqual({ a: [{}, { b: 2, c: ['x'] }] });
    expect(record.a).toHaveLength(2);
  });
});

describe('the nearest ids', () => {
  const of = (asked: string, ...ids: (string | number)[]) =>
    nearestIds(
      asked,
      ids.map((id) => ({ kind: 'place', id })),
    ).map(({ id }) => id);

  test('of a number are the nearest numbers', () => {
    expect(of('7', 100, 8, 5, 9, 1, 2)).toEqual([8, 5, 9, 2, 1]);
  });

  test('of a code are those that it was meant to be, and those that begin alike', () => {
    expect(of('BAILL', 'BAIN', 'FEIR', 'BAIL', 'BA')).toEqual(['BAIL', 'BAIN', 'BA', 'FEIR']);
  });
});
