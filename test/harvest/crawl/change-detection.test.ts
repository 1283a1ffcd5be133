import { describe, expect, test } from 'vitest';
import { includesAll, newestDay } from '../../../src/harvest/crawl/change-detection.js';

/** Filters by date, with a safety overlap. */

describe('the newest day of a body', () => {
  test('is that of the newest timestamp, however deep', () => {
    const body = [
      {
        id: 1,
        dateCreated: '2015-01-01T00:00:00Z',
        pages: [{ id: 2, dateModified: '2021-03-04T23:59:59.9Z' }],
      },
      { id: 3, DateModified: '2020-12-31T00:00:00' },
    ];
    expect(newestDay(body)).toBe('2021-03-04');
  });

  test.each(['2025-13-45T00:00:00Z', '0000-00-00 00:00:00', '0001-01-01T00:00:00', '2025-00-10'])(
    'is not %s, which is no day of a change',
    (dateModified) => {
      expect(newestDay([{ id: 1, dateModified }])).toBeUndefined();
      expect(
        newestDay([
          { id: 1, dateModified },
          { id: 2, dateModified: '2021-03-04' },
        ]),
      ).toBe('2021-03-04');
    },
  );
});

describe('stored records', () => {
  const volume = {
    id: 101,
    volumeNumber: '0001',
    pages: [{ id: 1 }, { id: 2 }],
    parts: [
      { id: 11, items: [{ id: 21, title: 'Scéal', pages: [1], collectors: [{ id: 7 }, { id: 8 }] }] },
      { id: 12, items: [] },
    ],
  };

  test('include a volume that is filtered to one item (wire-format 3, filtered lists)', () => {
    const { pages, parts, ...head } = volume;
    expect(includesAll([volume], [{ ...head, pages: pages.slice(0, 1), parts: parts.slice(0, 1) }])).toBe(
      true,
    );
    expect(includesAll([volume], [])).toBe(true);
  });

  test.each([
    ['a record that is new', { id: 102 }],
    [
      'a title that is another',
      { ...volume, parts: [{ id: 11, items: [{ ...volume.parts[0]?.items[0], title: 'Eile' }] }] },
    ],
    [
      'a collector who is gone',
      { ...volume, parts: [{ id: 11, items: [{ ...volume.parts[0]?.items[0], collectors: [{ id: 7 }] }] }] },
    ],
    [
      'a page of an item that is gone',
      { ...volume, parts: [{ id: 11, items: [{ ...volume.parts[0]?.items[0], pages: [] }] }] },
    ],
    ['a field that is gone', { id: 101, pages: [], parts: [] }],
    ['a page that is new', { ...volume, pages: [{ id: 3 }] }],
    ['a record without an id', { volumeNumber: '0001' }],
  ])('does not hold %s', (_, told) => {
    expect(includesAll([volume], [told])).toBe(false);
  });
});
