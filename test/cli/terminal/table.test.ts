import { describe, expect, test } from 'vitest';
import { fittedTable, wrapLines } from '../../../src/cli/terminal/table.js';

describe('lines for a terminal', () => {
  test.each([
    ['a short line stays as it is', 'one two', 10, 'one two'],
    ['a line breaks between words', 'one two three', 8, 'one two\nthree'],
    ['a word that is too long stays whole', 'see /a/very/long/path now', 8, 'see\n/a/very/long/path\nnow'],
    ['what follows a mark stands beside it', '! one two three', 10, '! one two\n  three'],
    ['what follows a word and a gap stands beside it', 'q01  one two three', 12, 'q01  one two\n     three'],
    ['a number at the beginning is a word', '12 requests of 14', 11, '12 requests\nof 14'],
    ['each line is a line', 'one two\nthree four', 8, 'one two\nthree\nfour'],
  ])('%s', (_, text, width, lines) => {
    expect(wrapLines(text, width)).toBe(lines);
  });
});

describe('a table', () => {
  const rows = [
    ['cbes-item:7001', 'The big snow of the year'],
    ['cbes-item:7002', 'A cure'],
  ];

  test('is as wide as its cells where there is room', () => {
    expect(fittedTable(['item', 'label'], rows, 80).split('\n')).toEqual([
      'item            label',
      '──────────────  ────────────────────────',
      'cbes-item:7001  The big snow of the year',
      'cbes-item:7002  A cure',
    ]);
  });

  test('has cells of several lines where there is less room', () => {
    expect(fittedTable(['item', 'label'], rows, 28).split('\n')).toEqual([
      'item            label',
      '──────────────  ────────────',
      'cbes-item:7001  The big snow',
      '                of the year',
      'cbes-item:7002  A cure',
    ]);
  });

  test('is a list of cells where the longest words do not fit beside one another', () => {
    expect(fittedTable(['item', 'label'], [...rows, ['cbes-item:7003', '']], 20)).toBe(
      [
        'item   cbes-item:7001\nlabel  The big snow\n       of the year',
        'item   cbes-item:7002\nlabel  A cure',
        'item   cbes-item:7003',
      ].join('\n\n'),
    );
  });
});
