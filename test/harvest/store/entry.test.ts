import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileOf } from '../../../src/harvest/store/entry.js';

test.each([
  ['/cbe?VolumeID=101', 'archive/cbe/VolumeID=101.json.gz'],
  ['/volumes', 'archive/volumes.json.gz'],
  ['/cbeg/2001', 'archive/cbeg/2001.json.gz'],
  ['/cbeg/topics/handbook', 'archive/cbeg/topics/handbook.json.gz'],
  ['/cbeg?Country=GB-ENG', 'archive/cbeg/Country=GB-ENG.json.gz'],
  ['/?PlaceID=100010&CategoryID=BF', 'archive/PlaceID=100010&CategoryID=BF.json.gz'],
])('%s is kept under its own name', (request, file) => {
  expect(fileOf({ service: 'archive', request })).toBe(file);
});

const HOSTILE = [
  '/../../../etc/passwd',
  '/cbe?VolumeID=../../x',
  '/cbe?VolumeID=..%2f..%2fx',
  '/cbe/..',
  '/cbe?..',
  '..',
  '.',
  '',
  '/',
  '?',
  '/?',
  '//evil.example/cbe',
  'C:\\Windows\\system.ini',
  '/cbe?Query=a\u0000b',
  '/cbe?Query=a\nb',
  '/cbe?Query=Baile Átha Cliath',
  `/cbe?Query=${'A'.repeat(5000)}`,
  `/${'a/'.repeat(200)}b`,
  '/store.json',
  '/cbe?VolumeID=101.json.gz',
  '-rf',
];

test('hostile requests stay below their service’s folder, in short names of plain characters', () => {
  for (const request of HOSTILE) {
    const file = fileOf({ service: 'placenames', request });
    expect(file).toMatch(/^placenames(\/[A-Za-z0-9=&_][A-Za-z0-9=&._-]*)+\.json\.gz$/);
    expect(file.split('/')).not.toContain('..');
    expect(file.length).toBeLessThan(160);
  }
});

test('a hashed name begins with readable characters of the request', () => {
  const request = '/?Query=Baile%20%C3%81tha';
  const hash = createHash('sha256').update(request).digest('hex').slice(0, 32);
  expect(fileOf({ service: 'placenames', request })).toBe(
    `placenames/Query=Baile-20-C3-81tha_${hash}.json.gz`,
  );
});

test('no two requests share a name, not even on a disk that folds letter case', () => {
  const odd = fc.constantFrom(
    ...HOSTILE,
    '/cbe?X=ie',
    '/cbe?X=IE',
    '/cbe/A',
    '/cbe/a',
    '/cbe',
    '/cbe/',
    '/cbe?',
  );
  const request = fc.oneof(
    odd,
    fc.string(),
    fc.webPath(),
    fc.stringMatching(/^\/cbe\?ID=[A-Za-z0-9._%-]{0,6}$/),
  );
  fc.assert(
    fc.property(request, request, (a, b) => {
      fc.pre(a !== b);
      const [fileA, fileB] = [a, b].map((one) => fileOf({ service: 'archive', request: one }).toLowerCase());
      expect(fileA).not.toBe(fileB);
    }),
    { numRuns: 2000 },
  );
});
