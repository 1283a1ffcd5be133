import { describe, expect, it } from 'vitest';
import {
  boolean,
  country,
  day,
  float,
  integer,
  language,
  misread,
  text,
  year,
} from '../../../src/model/endpoints/parameter.js';

describe('wire-format 2: how values are written', () => {
  it.each([
    [integer(), '0', 0],
    [integer(), '007', 7],
    [integer(), '4294967296', 4294967296],
    [integer(), '+1', undefined],
    [integer(), '-1', undefined],
    [integer(), ' 1', undefined],
    [integer(), '1e3', undefined],
    [integer(), '٣', undefined],
    [integer({ maximum: 4 }), '4', 4],
    [integer({ maximum: 4 }), '5', undefined],
    [integer({ minimum: 1 }), '0', undefined],
    [float(-90, 90), '53.31', 53.31],
    [float(-90, 90), '-8', -8],
    [float(-90, 90), '.5', 0.5],
    [float(-90, 90), '1e1', 10],
    [float(-90, 90), '90.0001', undefined],
    [float(-90, 90), 'NaN', undefined],
    [float(-90, 90), '5,3', undefined],
    [float(-90, 90), '', undefined],
    [boolean, 'TRUE', true],
    [boolean, 'False', false],
    [boolean, '1', undefined],
    [boolean, 'toString', undefined],
    [year, '1937', 1937],
    [year, '0850', 850],
    [year, '937', undefined],
    [year, '1937-01', undefined],
    [day, '2020-02-29', '2020-02-29'],
    [day, '2019-02-29', undefined],
    [day, '2019-04-31', undefined],
    [day, '2019-00-10', undefined],
    [day, '20190101', undefined],
    [day, '2019-01-01T00:00:00Z', undefined],
    [country, 'ie', 'IE'],
    [country, 'gb-eng', 'GB-ENG'],
    [country, 'IRL', undefined],
    [language, 'GA', 'ga'],
    [language, 'gle', undefined],
    [text, 'a', 'a'],
    [text, ' ', undefined],
  ])('%o reads "%s" as %s', (type, raw, expected) => {
    expect(type.read(raw)).toBe(expected);
  });

  it('a message has the expected and the given value, shortened', () => {
    expect(misread('DateFrom', { type: year, meaning: '' }, '193')).toBe(
      "DateFrom: expected a year as YYYY, got '193'",
    );
    expect(misread('DateFrom', { type: year, meaning: '' }, '1'.repeat(8000)).length).toBeLessThan(200);
  });
});
