import { describe, expect, it } from 'vitest';
import { withoutRepeated } from '../../../src/release/report/repeated-findings.js';
import { rowsOf } from './csv.js';
import { MISSING, PHOTOGRAPH, told, written } from './tellings.js';

const rowOf = async (one: ReturnType<typeof told>) => rowsOf((await written([one])).text('editors.csv'))[0];

describe('the editors’ table', () => {
  it('has a row for each finding, with all that an editor needs', async () => {
    const page = 'https://www.example.org/cbeg/7';
    const one = told(
      { value: '"An \\"t-iascaire\\""@ga' },
      { field: 'ReferenceNumber', subject: { ...PHOTOGRAPH, page } },
    );
    const rows = rowsOf((await written([one, told(), told()])).text('editors.csv'));
    expect(rows).toHaveLength(3);
    expect(rows[0]).toEqual({
      severity: 'warning',
      collection: 'photographs',
      record: '7',
      label: 'An Droichead',
      where: page,
      field: 'ReferenceNumber',
      value: 'An "t-iascaire"',
      wrong_en: 'The photograph has no reference number.',
      right_en: 'the reference number of the photograph',
      wrong_ga: 'Níl uimhir thagartha ag an ngrianghraf.',
      right_ga: 'uimhir thagartha an ghrianghraif',
      outcome: 'published',
    });
  });

  describe('has one row for what many records of a kind have', () => {
    const NAMELESS = { shape: 'nameless', message: 'No name.', messageGA: 'Gan ainm.', constraint: 'Or' };
    const many = (count: number, outcome: 'published' | 'published without it' = 'published') =>
      Array.from({ length: count }, (_, id) => told(NAMELESS, { subject: { ...PHOTOGRAPH, id, outcome } }));
    const byId = (one: ReturnType<typeof told>, other: ReturnType<typeof told>) =>
      Number(one.subject.id) - Number(other.subject.id);
    const tableOf = async (findings: readonly ReturnType<typeof told>[], published: number) => {
      const counts = { 'cbeg.photograph': { ...NONE, published } };
      return rowsOf((await written(findings, { counts, shapesMet: new Map() })).text('editors.csv'));
    };
    const NONE = { fetched: 0, withheld: 0, rejected: 0, unreadable: 0 };

    it('with its number and share, at the place of the first; the others stay', async () => {
      const other = told({}, { subject: { ...PHOTOGRAPH, id: 7000, label: 'Fódhla "a"\nb' } });
      const rows = await tableOf([other, ...many(150), other], 1000);
      expect(rows.map(({ record }) => record)).toEqual(['7000', '', '7000']);
      expect(rows[0]?.label).toBe('Fódhla "a"\nb');
      expect(rows[2]).toEqual(rows[0]);
      expect(rows[1]).toMatchObject({
        severity: 'warning',
        collection: 'photographs',
        label: 'photographs',
        value: '150 / 1,000 (15 %)',
        wrong_en: 'No name. This is so in 150 of 1,000 records; findings.ndjson has each.',
        outcome: 'published',
      });
      expect(rows[1]?.wrong_ga).toContain('150 as 1,000');
    });

    it.each([
      [10, 30, '10 / 30 (33 %)'],
      [11, 12, '11 / 12 (91 %)'],
      [81, 182, '81 / 182 (44 %)'],
      [100, 1000, '100 / 1,000 (10 %)'],
    ])('%i of %i records', async (count, published, value) => {
      expect((await tableOf(many(count), published)).map((row) => row.value)).toEqual([value]);
    });

    it.each([
      [['ZZZ'], 'ZZZ: 11 / 12 (91 %)'],
      [['ZZZ', 'YYY'], '11 / 12 (91 %)'],
    ])('with the value, where all have the same: %j', async (codes, value) => {
      const coded = many(11).map((one, at) => ({
        ...one,
        finding: { ...one.finding, value: JSON.stringify(codes[at % codes.length]) },
      }));
      expect((await tableOf(coded, 12)).map((row) => row.value)).toEqual([value]);
    });

    it('also where a few records have it in 100 places, under the names of both fields', async () => {
      const ages = (field: string, id: number) =>
        Array.from({ length: 60 }, (_, age) =>
          told({ ...NAMELESS, value: `"${111 + age}"` }, { field, subject: { ...PHOTOGRAPH, id } }),
        );
      const rows = await tableOf(
        [1, 2].flatMap((id) => [...ages('Collectors[].Age.Age', id), ...ages('Informants[].Age.Age', id)]),
        300,
      );
      expect(rows).toMatchObject([
        {
          field: 'Collectors.Age.Age, Informants.Age.Age',
          value: '240 × 2 / 300 (0 %)',
          wrong_en: 'No name. This is so 240 times in 2 of 300 records; findings.ndjson has each.',
        },
      ]);
    });

    it('but not for the same mistake in fields of another name', async () => {
      const of = (field: string) => many(6).map((one) => ({ ...one, field }));
      expect(await tableOf([...of('ContentType'), ...of('Languages')], 12)).toHaveLength(12);
    });

    it.each([
      ['3 of 5 records', many(3), 5],
      ['fewer than 10 records, though all', many(9), 9],
      ['fewer than 100 records and than a third of all', many(99), 298],
      ['fewer than a tenth of all', many(100), 1001],
      ['fewer than 100 places in one record', Array.from({ length: 99 }, () => told(NAMELESS)), 10],
      [
        'fewer than 5 places in each of a few records',
        [many(40), many(40), many(40)].flat().sort(byId),
        1000,
      ],
      ['records that lost something', many(150, 'published without it'), 150],
    ])('but not for %s', async (_, findings, published) => {
      expect(await tableOf(findings, published)).toHaveLength(findings.length);
    });
  });

  it('has a row for each field with the same bad text, and one row for one field', async () => {
    const { path: _, ...unusable } = { ...MISSING, shape: 'X26', value: '"ftp://e.org/a"' };
    const findings = ['Permalink', 'Images.Uri', 'Images.Uri'].map((field) => ({
      subject: PHOTOGRAPH,
      finding: unusable,
      field,
    }));
    const rows = rowsOf((await written(withoutRepeated(findings))).text('editors.csv'));
    expect(rows.map(({ field }) => field)).toEqual(['Permalink', 'Images.Uri']);
  });

  it('has no row, but a head, when there is nothing to mend', async () => {
    expect((await written([])).text('editors.csv')).toMatch(/^severity,collection,record,[a-z_,]*\r\n$/);
  });

  it('where the field is not known has the name of the property in the shape', async () => {
    expect((await rowOf(told()))?.field).toBe('reference number');
  });

  it('does not repeat the record as a value', async () => {
    expect((await rowOf(told({ value: MISSING.focus })))?.value).toBe('');
  });

  it.each(['=1+1', '@SUM(A1)', '\rx', '＝1'])('makes no formula of %j', async (text) => {
    const row = await rowOf(
      told({ value: JSON.stringify(text) }, { subject: { ...PHOTOGRAPH, label: text } }),
    );
    expect([row?.label, row?.value]).toEqual([`'${text}`, `'${text}`]);
  });

  it('can be read again with any text; control characters and half characters are escaped', async () => {
    const text = 'a,"b"\r\nc\u0000d\uD83D';
    const row = await rowOf(
      told({ value: JSON.stringify(text), message: 'a,"b"\r\nc', constraint: 'Term', shape: 'x' }),
    );
    expect(row?.value).toBe('a,"b"\r\nc\\u0000d\uFFFD');
    expect(row?.wrong_en).toBe('a,"b"\r\nc');
  });

  it('steers no terminal with the name of a record, or with its id', async () => {
    const code = 'BF\u001b[2J\u009b31m';
    const row = await rowOf(told({}, { subject: { ...PHOTOGRAPH, id: code, label: code } }));
    expect([row?.record, row?.label]).toEqual(Array(2).fill('BF\\u001b[2J\\u009b31m'));
  });

  it('cuts cells that no worksheet would take', async () => {
    const row = await rowOf(told({ value: JSON.stringify('x'.repeat(100_000)) }));
    expect(row?.value).toHaveLength(2000);
  });
});
