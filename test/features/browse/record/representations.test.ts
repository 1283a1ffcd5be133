import { describe, expect, test } from 'vitest';
import { dateInWords, sentDateInWords } from '../../../../src/features/browse/dates-in-words.js';
import { negotiate } from '../../../../src/features/browse/record/representations.js';

describe('dates in words', () => {
  // Model 4: APPROX is about, INFER is inferred, QUESTION is questionable; EDTF level 1.
  test.each([
    ['1936', undefined, '1936', '1936'],
    ['1933~', 'approximate', 'about 1933', 'thart ar 1933'],
    ['1936', 'inferred', '1936, inferred', '1936, de réir tátail'],
    ['1936?', 'questionable', '1936, questionable', '1936, faoi amhras'],
    ['1899-02', undefined, 'February 1899', 'Feabhra 1899'],
    ['1899-02-09', undefined, '9 February 1899', '9 Feabhra 1899'],
    ['1937/1939', undefined, '1937 to 1939', '1937 go 1939'],
    ['1937/', undefined, 'from 1937', 'ó 1937'],
    ['/1939', undefined, 'until 1939', 'go dtí 1939'],
  ] as const)('%s (%s) is %s', (edtf, qualifier, english, irish) => {
    expect(dateInWords(edtf, qualifier, 'en')).toBe(english);
    expect(dateInWords(edtf, qualifier, 'ga')).toBe(irish);
  });
});

describe('dates that are no EDTF, as the service sent them, in words', () => {
  test.each([
    [
      '{"Accuracy":"INFER","Day":9,"Month":2}',
      'inferred',
      '9 February, inferred',
      '9 Feabhra, de réir tátail',
    ],
    ['{"Month":3}', undefined, 'March', 'Márta'],
    ['{"IsoDate":"c. 1957"}', undefined, 'c. 1957', 'c. 1957'],
    ['{"Month":13,"Year":1937}', undefined, 'Month 13, Year 1937', 'Month 13, Year 1937'],
  ] as const)('%s (%s) is %s', (sent, qualifier, english, irish) => {
    expect(sentDateInWords(sent, qualifier, 'en')).toBe(english);
    expect(sentDateInWords(sent, qualifier, 'ga')).toBe(irish);
  });
});

describe('content negotiation (RFC 9110, section 12.5.1)', () => {
  test.each([
    [undefined, 'html'],
    ['*/*', 'html'],
    ['text/turtle', 'ttl'],
    ['application/ld+json', 'jsonld'],
    ['application/n-triples', 'nt'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
    ['text/html;q=0.5, text/turtle', 'ttl'],
    ['text/turtle;q=0, */*;q=0.1', 'html'],
    ['text/html;q=0, */*', 'ttl'],
    ['image/png', undefined],
  ] as const)('%s gets %s', (accept, suffix) => {
    expect(negotiate(accept)).toBe(suffix);
  });
});
