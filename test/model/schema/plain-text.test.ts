import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { person } from '../../../src/model/schema/archive/person.js';
import { photograph } from '../../../src/model/schema/archive/photograph.js';
import { code, text } from '../../../src/model/schema/fields.js';
import { place } from '../../../src/model/schema/placenames/place.js';
import { plainName, plainText } from '../../../src/model/schema/plain-text.js';
import { reader } from '../../../src/model/schema/reader.js';

/** Wire-format 1 (text), model 2.1 (literals), docs/decisions: text-is-plain. */

type Cases = readonly (readonly [given: string, plain: string])[];

const CASES: Readonly<Record<string, Cases>> = {
  'character references': [
    ['&amp;', '&'],
    ['Se&aacute;n &amp; M&aacute;ire', 'Seán & Máire'],
    ['O&#39;Brien&#x2019;s', "O'Brien’s"],
    ['&lt;i&gt;', '<i>'],
    ['&amp;eacute;', '&eacute;'],
    ['&#146;', '’'],
    ['A&nbsp;B&nbsp;', 'A\u00a0B'],
    ['e&#x301;', 'é'],
    ['A&#13;&#10;B', 'A\nB'],
    ['A&#0;B&#7;C&#xd800;D', 'A\ufffdBC\ufffdD'],
    ['A&#x2028;B', 'A\nB'],
    ['&#x1F600;', '😀'],
  ],
  'what only looks like a reference': [
    ['AT&T', 'AT&T'],
    ['Seán & Máire', 'Seán & Máire'],
    ['&copy the lot', '&copy the lot'],
    ['&#;&#x;&;&', '&#;&#x;&;&'],
    ['?a=1&lang=ga', '?a=1&lang=ga'],
  ],
  tags: [
    ['<i>Tobar na Súl</i>', 'Tobar na Súl'],
    ["<span style='color: red' lang=ga>A</span>", 'A'],
    ['<a href="https://e.org/?a=1&amp;b=2">A</a>', 'A'],
    ['<o:p></o:p>A<w:sdt>', 'A'],
    ['<<b>i>', '<i>'],
    ['A<img src="x" />B', 'AB'],
  ],
  'what only looks like a tag': [
    ['a < b', 'a < b'],
    ['a<b and c>d', 'a<b and c>d'],
    ['<3', '<3'],
    ['<illegible>', '<illegible>'],
    ['<Seán>', '<Seán>'],
    ['<b', '<b'],
    ['<b <i>A</i>', '<b A'],
    ['<>', '<>'],
    ['<!>', '<!>'],
    ['<constructor>', '<constructor>'],
  ],
  'lines and paragraphs': [
    ['A<br>B', 'A\nB'],
    ['A<br />\r\nB', 'A\nB'],
    ['A<br><br>B', 'A\n\nB'],
    ['<p>A</p><p>B</p>', 'A\nB'],
    ['<p>A</p>\n\n<p>B</p>\n', 'A\nB'],
    ['<div><p>A</p></div>B', 'A\nB'],
    ['<table><tr><td>A</td><td>B</td></tr></table>', 'A  B'],
    ['A\r\nB\rC\u2028D\u2029E\u0085F', 'A\nB\nC\nD\nE\nF'],
    ['<i>A</i>\nB', 'A\nB'],
  ],
  'what goes with its content': [
    ['A<!-- b <i>c</i> -->D', 'AD'],
    ['A<script>alert("<b>")</script>B', 'AB'],
    ['A<SCRIPT src="x">\nb\n</Script >C', 'AC'],
    ['A<style type="text/css">p { color: red }</style>B', 'AB'],
    ['<!DOCTYPE html><?xml version="1.0"?>A', 'A'],
  ],
  'what opens and never closes': [['A<script>b', 'Ab']],
  'characters that have no place in a text': [
    ['A\u0000B\u0007C\u007fD\u009fE', 'ABCDE'],
    ['A\ud800B\udc00', 'A\ufffdB\ufffd'],
    ['<\u0000i>A', 'A'],
    ['A\ufffeB\uffffC&#xFFFE;D', 'ABCD'],
  ],
  'characters that stay': [
    ['A\ue000B\uf8ff', 'A\ue000B\uf8ff'],
    ['ḃ ċ ḋ ⁊', 'ḃ ċ ḋ ⁊'],
    ['A\u00a0B  C\tD', 'A\u00a0B  C\tD'],
    ['A\u200fB\u200d\u00ad', 'A\u200fB\u200d\u00ad'],
    ['"""\\\'', '"""\\\''],
  ],
  normalisation: [
    ['Oi\u0301che', 'O\u00edche'],
    ['b\u0307', 'ḃ'],
  ],
  'white space around': [
    ['A \n\u00a0\t ', 'A'],
    ['\u00a0A', 'A'],
    ['\n\n  A\n  B', '  A\n  B'],
    ['  A\n  B', '  A\n  B'],
    ['\ufeffA', 'A'],
    [' \u00a0 A', 'A'],
    [' \u00a0 A\nB', ' A\nB'],
    [' A', 'A'],
    ['\t A', 'A'],
    ['<p>&nbsp;</p>', ''],
    [' \u00a0\u2028', ''],
    ['', ''],
  ],
};

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  it.each(cases)('%j → %j', (given, plain) => {
    expect(plainText(given)).toBe(plain);
  });
});

describe('a name is one line (model 2.1)', () => {
  it.each([
    [' Seán\nÓ Sé', 'Seán Ó Sé'],
    ['  Seán<br>Ó Sé', 'Seán Ó Sé'],
    ['\t Seán\r\nÓ Sé', 'Seán Ó Sé'],
    ['Seán \n\n\t Ó\u2028Sé', 'Seán Ó Sé'],
    ['\n<br>Seán Ó Sé<br />\n', 'Seán Ó Sé'],
    ...['\u200b', '\u2060', '\u00ad', '\ufeff', '&shy;', '&ZeroWidthSpace;', '\u200e', '\u00a0'].map(
      (unseen) => [`${unseen} Seán Ó Sé${unseen}`, 'Seán Ó Sé'] as const,
    ),
    ['\u200b', ''],
    ['Seán\u00a0Ó  Sé', 'Seán\u00a0Ó  Sé'],
    ['Domhnall\u00adÓg', 'Domhnall\u00adÓg'],
  ] as const)('%j → %j', (given, plain) => {
    expect(plainName(given)).toBe(plain);
  });
});

describe('any text', () => {
  const unit = fc.constantFrom('grapheme' as const, 'binary' as const, 'binary-ascii' as const);
  const hostile = fc.constantFrom(
    ...'<>&;/"\'= \n\r\u0000\u001e\ud800\u0301\u00a0eḃ\ue000',
    ...'<b> </p> <br> <!-- --> <script> </script> &lt; &#30; &#x1e;'.split(' '),
  );
  const any = fc.oneof(
    unit.chain((one) => fc.string({ unit: one })),
    fc.array(hostile, { maxLength: 12 }).map((parts) => parts.join('')),
  );

  it('comes out as a lawful literal', () => {
    fc.assert(
      fc.property(any, (given) => {
        const plain = plainText(given);
        expect(plain.normalize('NFC')).toBe(plain);
        expect(plain.isWellFormed()).toBe(true);
        expect(plain).not.toMatch(/[^\P{Cc}\t\n]|[\u2028\u2029\ufffe\uffff]/u);
        expect(plain).toBe(plain.trimEnd());
        const name = plainName(given);
        expect(name).not.toMatch(/\n|^[\s\u00ad\u200b\u2060]|[\s\u00ad\u200b\u2060]$/);
        expect([name, name.normalize('NFC'), name.toWellFormed()]).toEqual([name, name, name]);
      }),
      { numRuns: 1000 },
    );
  });

  it('without markup and trouble is what it was', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abcáéÍñßḃ⁊–“”… .,;!?-()\t\n>') });
    fc.assert(
      fc.property(plain, (given) => {
        expect(plainText(`x${given}y`)).toBe(`x${given}y`);
      }),
    );
  });
});

test.each([
  '<',
  '<b ',
  '<!--',
  '<script>',
  '<b a="',
  '</p',
  '&',
  '&#',
  '&#9',
  ' ',
  '\u00a0',
  '\n',
  '<p> ',
  '<br',
  "<b a='x' ",
])('a megabyte of %j is read in no time: no pattern looks twice', (piece) => {
  const given = piece.repeat(1_000_000 / piece.length);
  const before = process.cpuUsage();
  // It cleans the text first.
  plainName(`A${given}B`);
  // Some ten milliseconds of work; a pattern that looked twice would take minutes.
  expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
});

describe('a reader', () => {
  const dirty = '<i>A</i> &amp; B ';
  const schema = z.object({ title: text.optional(), file: code.optional(), names: z.array(text) });
  const record = { title: dirty, file: dirty, names: [dirty, '<br>'] };

  it('cleans what is text when plain texts are asked for, else leaves everything, as a mirror must', () => {
    expect(reader(schema, [], 'plain')(record)).toMatchObject({
      record: { title: 'A & B', file: '<i>A</i> &amp; B', names: ['A & B'] },
    });
    expect(reader(schema)(record)).toMatchObject({ record });
  });

  it('finds no value in a text of nothing but markup', () => {
    const reading = reader(
      place,
      [],
      'plain',
    )({ id: 1, placenames: [{ id: 1, wording: '<br />', main: true }] });
    expect(reading).toMatchObject({ record: { placenames: [] }, unread: [{ path: ['placenames', 0] }] });
    expect(reader(schema, [], 'plain')({ title: '<p></p>' })).toMatchObject({ record: { names: [] } });
  });

  it.each([{}, { fullName: '<br />&nbsp;' }, { fullName: null }])(
    'takes %o for the name of an unnamed person',
    (name) => {
      const reading = reader(person, [], 'plain')({ id: 1, names: [name] });
      expect(reading).toMatchObject({ ok: true, record: { names: [{ fullName: '—' }] } });
      expect(reader(person, [])({ id: 1, names: [name] }).ok).toBe(
        name.fullName !== undefined && name.fullName !== null,
      );
    },
  );

  it('keeps codes, addresses, file names and dates exact', () => {
    const exact = 'a&amp;b<i>e\u0301\u0000\ud800';
    const photo = {
      id: 1,
      digitized: true,
      copyright: exact,
      date: { isoDate: exact },
    };
    expect(reader(photograph, [], 'plain')(photo)).toMatchObject({ record: photo });
    const somewhere = {
      id: 1,
      permalink: exact,
      images: [{ fileName: exact, uri: exact, labelEN: exact }],
      links: [{ type: exact, target: exact }],
      placenames: [{ id: 1, wording: exact, main: true, language: exact, audio: { fileName: exact } }],
    };
    expect(reader(place, [], 'plain')(somewhere)).toMatchObject({
      record: {
        permalink: exact,
        images: [{ fileName: exact, uri: exact, labelEN: 'a&bé\ufffd' }],
        links: [{ type: exact, target: exact }],
        placenames: [{ wording: 'a&bé\ufffd', language: exact, audio: { fileName: exact } }],
      },
    });
  });
});
