import { describe, expect, it } from 'vitest';
import { COUNTRIES, LANGUAGES } from '../../../src/model/endpoints/iso-codes.js';

describe('archive-service 4, rule 2: country codes', () => {
  const parts = ['GB-ENG', 'GB-NIR', 'GB-SCT', 'GB-WLS'];
  const alpha2 = COUNTRIES.filter((code) => !parts.includes(code));

  it('the 249 officially assigned codes of ISO 3166-1 and the four parts', () => {
    expect(alpha2).toHaveLength(249);
    expect(new Set(alpha2).size).toBe(249);
    expect(COUNTRIES).toEqual(expect.arrayContaining(parts));
  });

  it('each is known to the runtime as a region', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    expect(alpha2.filter((code) => names.of(code) === undefined)).toEqual([]);
  });

  it.each(['UK', 'EU', 'XK', 'AN', 'SU', 'ZZ', 'GB-XXX'])('%s is none of them', (code) => {
    expect(COUNTRIES).not.toContain(code);
  });
});

describe('archive-service 4: ISO 639-1', () => {
  it('183 codes, each known to the runtime as a language', () => {
    expect(new Set(LANGUAGES).size).toBe(LANGUAGES.length);
    expect(LANGUAGES).toHaveLength(183);
    const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    expect(LANGUAGES.filter((code) => names.of(code) === undefined)).toEqual([]);
    expect(LANGUAGES).toEqual(expect.arrayContaining(['ga', 'en', 'gd', 'cy', 'gv', 'la', 'yi']));
  });
});
