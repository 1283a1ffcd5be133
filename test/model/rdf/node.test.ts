import fc from 'fast-check';
import { isomorphic } from 'rdf-isomorphic';
import { describe, expect, it } from 'vitest';
import { readContext } from '../../../src/model/rdf/context.js';
import { type Node, tidy } from '../../../src/model/rdf/node.js';
import { makeToQuads } from '../../../src/model/rdf/to-quads.js';
import { lawfulNode } from './lawful-nodes.js';

const ID = 'https://data.example.org/folklore/cbe/item/1';

describe('tidy', () => {
  it('leaves out what says nothing, at every depth', () => {
    const node: Node = {
      id: ID,
      type: ['Item'],
      listingOrder: undefined,
      onPage: [],
      subject: [undefined],
      name: { ga: [], en: [] },
      label: { ga: ['x'], en: [] },
      dateSpan: { id: `${ID}#date`, notation: undefined, dateProblem: [] },
      contribution: [undefined, { id: `${ID}#r`, role: ['col', undefined] }],
    };
    expect(tidy(node)).toEqual({
      id: ID,
      type: ['Item'],
      label: { ga: ['x'] },
      dateSpan: { id: `${ID}#date` },
      contribution: [{ id: `${ID}#r`, role: ['col'] }],
    });
  });

  it('keeps false, 0 and the order of words', () => {
    const node = { id: ID, position: 0, isTitlePage: false, listingOrder: '1', type: ['Page'] };
    expect(Object.entries(tidy(node))).toEqual(Object.entries(node));
  });

  it('keeps the order of lists and says nothing twice', () => {
    const twice = { id: `${ID}#r`, role: ['col', 'col'] };
    const typed = { '@type': 'gYear', '@value': '1937' };
    expect(
      tidy({
        id: ID,
        onPage: ['b', 'a', 'b'],
        name: { ga: ['y', 'x', 'y'] },
        contribution: [twice, { ...twice }],
        dateCreated: [typed, { ...typed }],
      }),
    ).toEqual({
      id: ID,
      onPage: ['b', 'a'],
      name: { ga: ['y', 'x'] },
      contribution: [{ id: `${ID}#r`, role: ['col'] }],
      dateCreated: [typed],
    });
  });

  it('loses nothing when one node is described twice in different words', () => {
    const contribution = [
      { id: `${ID}#r`, age: 70 },
      { id: `${ID}#r`, age: 71 },
    ];
    expect(tidy({ id: ID, contribution }).contribution).toEqual(contribution);
  });

  it('changes nothing that is said', () => {
    const toQuads = makeToQuads(readContext());
    fc.assert(
      fc.property(lawfulNode(), (node) => {
        const tidied = tidy(node);
        expect(isomorphic(toQuads(tidied), toQuads(node))).toBe(true);
        expect(tidy(tidied)).toEqual(tidied);
      }),
    );
  });
});
