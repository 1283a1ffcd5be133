import oxigraph from 'oxigraph';
import { describe, expect, it } from 'vitest';
import {
  checksumDigits,
  checksumInSparql,
  md5,
  textChecksum,
} from '../../../src/triplestore/verify/checksums.js';

describe('the MD5 of a text', () => {
  it.each([
    // RFC 1321, section A.5.
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ])('is that of the standard where all letters are plain: "%s"', (text, expected) => {
    expect(md5(text, 'utf-8')).toBe(expected);
    expect(md5(text, 'utf-8 twice')).toBe(expected);
  });

  it('is made of UTF-8, as `md5sum` makes it, or as Virtuoso 7.2.5.1 makes it of what it holds', () => {
    expect(md5('Scéal an Iascaire', 'utf-8')).toBe('ca7c9fcca85921a23bfcca164bd8d812');
    expect(md5('Scéal an Iascaire', 'utf-8 twice')).toBe('ef0843177ae148e1b386eae2c6339e02');
    expect(md5('日本 𝄞 €', 'utf-8')).toBe('171199f4aa6ecf82eb5feaed3cb834f2');
    expect(md5('日本 𝄞 €', 'utf-8 twice')).toBe('3540b56034f164d6e7c8a183a2d64cfb');
  });
});

describe('a checksum', () => {
  it('is the beginning of the MD5, as a number', () => {
    expect(checksumDigits('message digest', 3, 'utf-8')).toBe('f96');
    expect(checksumDigits('message digest', 0, 'utf-8')).toBe('');
    expect(textChecksum('message digest', 4, 'utf-8')).toBe(0xf96b);
  });

  it('is the same in SPARQL', () => {
    const store = new oxigraph.Store();
    const texts = Array.from({ length: 100 }, (_, at) => `text ${at}`);
    const rows = store.query(
      `SELECT ?text (${checksumInSparql('?md5', 4)} AS ?sum) WHERE { VALUES ?text { ${texts.map((one) => `"${one}"`).join(' ')} } BIND (MD5(?text) AS ?md5) }`,
    ) as ReadonlyMap<string, { readonly value: string }>[];
    expect(rows.map((row) => [row.get('text')?.value, Number(row.get('sum')?.value)])).toEqual(
      texts.map((one) => [one, textChecksum(one, 4, 'utf-8')]),
    );
  });
});
