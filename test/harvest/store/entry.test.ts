import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileOf } from '../../../src/harvest/store/entry.js';

test.each([
  ['/volumes', 'archive/volumes.json.gz'],
  ['/cbe?VolumeID=101', 'archive/cbe/VolumeID=101.json.gz'],
  ['/cbeg/topics/handbook', 'archive/cbeg/topics/handbook.json.gz'],
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

test('no two requests share a name, not even on a disk that folds letter case', () => {
  const pairs = ['/cbe?X=ie', '/cbe?X=IE', '/cbe/A', '/cbe/a', '/cbe', '/cbe/', '/cbe?'];
  const random = fc.oneof(fc.string(), fc.webPath(), fc.stringMatching(/^\/cbe\?ID=[A-Za-z0-9._%-]{0,6}$/));
  const requests = new Set([...HOSTILE, ...pairs, ...fc.sample(random, 200)]);
  const files = [...requests].map((request) => fileOf({ service: 'archive', request }).toLowerCase());
  expect(new Set(files).size).toBe(requests.size);
});
