import { describe, expect, it } from 'vitest';
import { strayLists } from './lists.js';

const ID = 'https://data.example.org/folklore/cbe/item/1';

describe('what is a list though it cannot repeat, or no list though it can', () => {
  it.each<readonly [string, object, readonly string[]]>([
    ['a class alone', { type: 'Item' }, ['type']],
    ['a link alone', { onPage: 'https://e.org/1' }, ['onPage']],
    ['a list of one identifier', { listingOrder: ['1'] }, ['listingOrder']],
    ['a text alone in its language', { name: { ga: ['a'], en: 'b' } }, ['name']],
    [
      'a node within',
      { contribution: [{ id: `${ID}#r`, type: 'Contribution', unmappedCode: 'A=1' }] },
      ['type', 'unmappedCode'],
    ],
    [
      'a node within a node that stands alone',
      { dateSpan: [{ notation: ['1937'] }] },
      ['dateSpan', 'notation'],
    ],
    [
      'nothing',
      {
        type: ['Item'],
        onPage: ['https://e.org/1'],
        listingOrder: '1',
        name: { ga: ['a'] },
        dateCreated: { '@type': 'gYear', '@value': '1937' },
      },
      [],
    ],
  ])('%s', (_, said, stray) => {
    expect(strayLists({ id: ID, ...said })).toEqual(stray);
  });
});
