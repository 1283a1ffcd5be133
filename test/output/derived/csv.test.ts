import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow, listOfNames, listOfTexts } from '../../../src/output/derived/csv.js';
import { readCsv } from './read-csv.js';

/** RFC 4180, section 2; the separator of lists as docs and descriptions of tables state it. */

/** What the descriptions tell readers to do: split, then decode the two characters that were encoded. */
const readTexts = (cell: string): string[] =>
  cell.split('|').map((text) => text.replaceAll('%7C', '|').replaceAll('%25', '%'));

const HOSTILE = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        '""',
        ',',
        '\r',
        '\n',
        '\r\n',
        '|',
        '%',
        '%7C',
        '%25',
        ' ',
        '\t',
        '=',
        '+',
        '-',
        '@',
        '#',
      ),
      fc.constantFrom("'", '\\', ';', '\ufeff', '\u2028', '👨‍👩‍👧', 'é', 'e\u0301', '\u202e'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

describe('a row', () => {
  it.each([
    [['a', 'b', 'c'], 'a,b,c\r\n'],
    [['a', '', ''], 'a,,\r\n'],
    [['a,b'], '"a,b"\r\n'],
    [['say "yes"'], '"say ""yes"""\r\n'],
    [['two\nlines', 'two\r\nlines', '\r'], '"two\nlines","two\r\nlines","\r"\r\n'],
    [['Seán Ó hEochaidh', '⁊'], 'Seán Ó hEochaidh,⁊\r\n'],
    [[' blanks '], '" blanks "\r\n'],
  ])('%j', (cells, row) => {
    expect(csvRow(cells)).toBe(row);
  });

  it('leaves what a worksheet would take for a formula as it is', () => {
    expect(csvRow(['=1+1', '+353', '-8.15', '@home'])).toBe('=1+1,+353,-8.15,@home\r\n');
  });

  it('comes back from any texts', () => {
    fc.assert(
      fc.property(fc.array(fc.array(HOSTILE, { minLength: 2, maxLength: 5 }), { maxLength: 5 }), (rows) => {
        expect(readCsv(rows.map(csvRow).join(''))).toEqual(rows);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a list in a cell', () => {
  it('is separated by a stroke; a stroke in a text is written with a per cent sign, and so is that', () => {
    expect(listOfTexts(['a', 'b'])).toBe('a|b');
    expect(listOfTexts(['a|b', '100%', '%7C'])).toBe('a%7Cb|100%25|%257C');
  });

  it('leaves IRIs as they are', () => {
    expect(listOfNames(['https://e.example/TR%C3%81', 'https://e.example/b'])).toBe(
      'https://e.example/TR%C3%81|https://e.example/b',
    );
  });

  it('comes back from any texts', () => {
    fc.assert(
      fc.property(fc.array(HOSTILE, { minLength: 1, maxLength: 5 }), (texts) => {
        expect(readTexts(listOfTexts(texts))).toEqual(texts);
      }),
      { numRuns: 1000 },
    );
  });
});
