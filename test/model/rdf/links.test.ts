import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { webAddress } from '../../../src/model/rdf/iris.js';
import { LINK_NAMES, makeLinks, templateFault } from '../../../src/model/rdf/links.js';

/** Model 2.4: other people's addresses by templates, made of ids. */

it('without templates nothing is linked: no host is guessed', () => {
  const link = makeLinks();
  const ids = {
    ...{ id: 1, partID: 1, firstPageID: 2, itemID: 3, topicID: 4, photographID: 5 },
    ...{ pageID: 6, fileName: 'a.jpg', referenceNumber: 'B005' },
  };
  const made = LINK_NAMES.map((name) => (link[name] as (given: object) => string | undefined)(ids));
  expect(new Set(made)).toEqual(new Set([undefined]));
});

describe('a template', () => {
  const page = makeLinks({ pageImage: 'https://images.example.org/{fileName}?page={pageID}' }).pageImage;
  const category = makeLinks({ linkedCategory: 'https://data.example.org/{id}' }).linkedCategory;

  it('makes nothing where an id of it is missing', () => {
    expect(page({ pageID: undefined, fileName: 'a.jpg' })).toBeUndefined();
    expect(page({ pageID: 1, fileName: '' })).toBeUndefined();
    expect(page({ pageID: 0, fileName: 'a.jpg' })).toBe('https://images.example.org/a.jpg?page=0');
  });

  it.each([
    ['CÍN-LAE', 'C%C3%8DN-LAE'],
    ['A/B', 'A%2FB'],
    ['A#B?', 'A%23B%3F'],
    ["o'clock!(*)", 'o%27clock%21%28%2A%29'],
    ['"><script>', '%22%3E%3Cscript%3E'],
    ['{id}', '%7Bid%7D'],
    ['$&', '%24%26'],
  ])('takes %s as %s: all but A–Z a–z 0–9 . _ ~ - percent-encoded (model 2.1)', (id, segment) => {
    expect(category({ id })).toBe(`https://data.example.org/${segment}`);
  });

  it.each([['../keys.txt'], ['a/../../b.jpg'], ['./a.jpg'], ['..']])(
    'makes no address of the file name %s, which leads elsewhere',
    (fileName) => {
      expect(page({ pageID: 1, fileName })).toBeUndefined();
    },
  );

  it('makes lawful addresses on its own host of whatever a record holds, or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => {
        const text = given.toWellFormed();
        for (const made of [page({ pageID: 1, fileName: text }), category({ id: text })]) {
          if (made === undefined) continue;
          expect(webAddress(made)).toBe(made);
          expect(new URL(made).host).toMatch(/^(images|data)\.example\.org$/);
        }
      }),
    );
  });
});

describe('a template of an operator is refused', () => {
  it.each([
    ['without an id', 'https://example.org/'],
    ['with an id it cannot have', 'https://example.org/{name}'],
    ['with a brace too many', 'https://example.org/{id}}'],
    ['that is no web address', 'javascript:{id}'],
    ['that begins with what a record holds', '{id}'],
    ['whose host is what a record holds', 'https://{id}/'],
    ['that holds a space', 'https://example.org/a b/{id}'],
    ['that leads elsewhere', 'https://example.org/../{id}'],
  ])('%s', (_, template) => {
    expect(templateFault('authority', template)).toBe(
      'expected an http or https address with {id} in it, or none',
    );
  });

  it('and told what it may be made of', () => {
    expect(templateFault('schoolsItem', 'https://example.org/{id}')).toBe(
      'expected an http or https address with {partID}, {firstPageID}, {itemID} in it, or none',
    );
    expect(templateFault('schoolsItem', 'https://example.org/{itemID}')).toBeUndefined();
  });
});
