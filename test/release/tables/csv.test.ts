import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow, listOfNames, listOfTexts, rewriteCsv } from '../../../src/release/tables/csv.js';
import { readCsv, unmarked } from './read-csv.js';

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
    [['two\nlines', 'two\r\nlines', 'a\r'], '"two\nlines","two\r\nlines","a\r"\r\n'],
    [['Seán Ó hEochaidh', '⁊'], 'Seán Ó hEochaidh,⁊\r\n'],
    [[' blanks '], '" blanks "\r\n'],
  ])('%j', (cells, row) => {
    expect(csvRow(cells)).toBe(row);
  });

  it('marks with an apostrophe what a spreadsheet would take for a formula', () => {
    expect(csvRow(['=1+1', '+353', '-a', '@home', '--02-09', '＝1'])).toBe(
      "'=1+1,'+353,'-a,'@home,'--02-09,'＝1\r\n",
    );
    expect(csvRow(['\tx', '\rx', '\nx', '=a,b'])).toBe(`'\tx,"'\rx","'\nx","'=a,b"\r\n`);
  });

  it('leaves numbers, and texts that begin with something else', () => {
    expect(csvRow(['-8.24', '-8', '-1.5E-3', '0.5', 'a=1', "'Sea", 'https://e.example/'])).toBe(
      "-8.24,-8,-1.5E-3,0.5,a=1,'Sea,https://e.example/\r\n",
    );
    expect(csvRow(['-8.24+1', '-8.', '-'])).toBe("'-8.24+1,'-8.,'-\r\n");
  });

  it('marks what looks like a marked text, so that no text is lost', () => {
    expect(csvRow(["'=1", "''-8"])).toBe("''=1,'''-8\r\n");
  });

  it('comes back from any texts, and no cell but a number begins as a formula does', () => {
    fc.assert(
      fc.property(fc.array(fc.array(HOSTILE, { minLength: 2, maxLength: 5 }), { maxLength: 5 }), (rows) => {
        const text = rows.map(csvRow).join('');
        const written = readCsv(text);
        expect(written.map((row) => row.map(unmarked))).toEqual(rows);
        for (const cell of written.flat().filter((one) => !/^-\d+(\.\d+)?$/.test(one)))
          expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
      { numRuns: 200 },
    );
  });

  it('is written anew from the rows of another writer, with their texts', () => {
    expect(rewriteCsv('"a","b"\n"=1,""2"" x",-3\n')).toBe(`a,b\r\n"'=1,""2"" x",-3\r\n`);
    fc.assert(
      fc.property(fc.array(fc.array(HOSTILE, { minLength: 2, maxLength: 5 }), { maxLength: 5 }), (rows) => {
        const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
        const foreign = rows.map((row) => `${row.map(quoted).join(',')}\n`).join('');
        expect(rewriteCsv(foreign)).toBe(rows.map(csvRow).join(''));
      }),
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
      { numRuns: 200 },
    );
  });
});
