import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, contentHash } from '../../../src/model/rdf/content-hash.js';

type Fields = Record<string, string | number | boolean | undefined>;

/**
 * Model 2.3, done by hand: NFC strings, keys sorted by UTF-16 code units, what is absent dropped, and the
 * texts, numbers and booleans of RFC 8785, which are those of ECMAScript.
 */
function canonical(fields: Fields): string {
  const members = Object.keys(fields)
    .sort()
    .flatMap((key) => {
      const value = fields[key];
      if (value === undefined) return [];
      return [
        `${JSON.stringify(key)}:${JSON.stringify(typeof value === 'string' ? value.normalize('NFC') : value)}`,
      ];
    });
  return `{${members.join(',')}}`;
}
const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

const key = fc.string({ unit: fc.constantFrom(...'abcXYZ'), minLength: 1, maxLength: 8 });
const text = fc
  .oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
  .map((one) => one.replace(/\p{Cc}/gu, ''));
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const fields = fc.dictionary(key, fc.oneof(text, number, fc.boolean(), fc.constant(undefined)));

describe('contentHash', () => {
  // Each made with `printf '%s' '{…}' | sha256sum`, not with this program.
  it.each<[Fields, string]>([
    [{ fileName: '1416587.jpg' }, '06f17092a93d'],
    [{ surname: 'Ní Bhriain', fullName: 'Nóra Ní Bhriain', firstNames: 'Nóra' }, 'e4a51352bcad'],
    [{ latitude: 55.12, longitude: -8.15 }, '49f0c0785e13'],
    [{ form: 'gurt "\\\n' }, '934dec7ce915'],
  ])('of %j is %s', (given, hash) => {
    expect(contentHash(given)).toBe(hash);
  });

  it('is the beginning of the SHA-256 of the canonical JSON, twelve characters of hexadecimal', () => {
    fc.assert(
      fc.property(fields, (given) => {
        expect(contentHash(given)).toMatch(/^[0-9a-f]{12}$/);
        expect(contentHash(given)).toBe(sha256(canonical(given)).slice(0, 12));
      }),
    );
  });

  it('does not depend on the order of fields, on absent ones, or on how accents are composed', () => {
    const hash = contentHash({ fullName: 'Seán Ó Súilleabháin', surname: 'Ó Súilleabháin' });
    expect(contentHash({ surname: 'Ó Súilleabháin', fullName: 'Seán Ó Súilleabháin' })).toBe(hash);
    expect(
      contentHash({ fullName: 'Seán Ó Súilleabháin', firstNames: undefined, surname: 'Ó Súilleabháin' }),
    ).toBe(hash);
    const decomposed = { fullName: 'Seán Ó Súilleabháin'.normalize('NFD'), surname: 'Ó Súilleabháin' };
    expect(contentHash(decomposed)).toBe(hash);
  });

  it('composes the accents of texts, never a text with the JSON around it', () => {
    // A line feed is written \n: an accent after it must not join the n.
    for (const text of ['\n\u0301', '\t\u0307', '\u001f\u0307']) {
      expect(contentHash({ text })).toBe(sha256(canonical({ text })).slice(0, 12));
    }
  });
});

describe('canonicalJson', () => {
  it('sorts keys and drops what is absent (model 4.4, case 14)', () => {
    const date = { Year: 1950, PeriodStartYear: 1935, Month: undefined, PeriodEndYear: 1938 };
    expect(canonicalJson(date)).toBe('{"PeriodEndYear":1938,"PeriodStartYear":1935,"Year":1950}');
  });

  it('writes numbers as RFC 8785 does', () => {
    expect(canonicalJson({ a: 1e21, b: -0, c: 1e-7, d: 4.5 })).toBe('{"a":1e+21,"b":0,"c":1e-7,"d":4.5}');
  });
});
