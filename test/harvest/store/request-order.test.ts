import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareRequests, type StoredRequest } from '../../../src/harvest/store/request-order.js';

function sorted(...requests: string[]): string[] {
  const all = requests.map((request): StoredRequest => ({ service: 'archive', request }));
  return all.sort(compareRequests).map(({ request }) => request);
}

test('path first, then the query, numbers as numbers', () => {
  expect(
    sorted('/cbes?VolumeID=1', '/cbe?VolumeID=10', '/cbe?VolumeID=9', '/cbe', '/cbed/10', '/cbed/9'),
  ).toEqual(['/cbe', '/cbe?VolumeID=9', '/cbe?VolumeID=10', '/cbed/9', '/cbed/10', '/cbes?VolumeID=1']);
});

test('ids above 2^53 keep their order', () => {
  const ids = ['/cbed/9007199254740993', '/cbed/9007199254740992', '/cbed/18014398509481984'];
  expect(sorted(...ids)).toEqual([
    '/cbed/9007199254740992',
    '/cbed/9007199254740993',
    '/cbed/18014398509481984',
  ]);
});

test('leading zeros do not make two requests one', () => {
  expect(sorted('/cbe?VolumeNumber=01', '/cbe?VolumeNumber=1')).toEqual([
    '/cbe?VolumeNumber=01',
    '/cbe?VolumeNumber=1',
  ]);
});

test('the order does not depend on the input', () => {
  const request = fc.stringMatching(/^\/[ab]?\?[A-C0-3=&]{0,6}$/);
  fc.assert(
    fc.property(fc.uniqueArray(request, { maxLength: 12 }), fc.nat(), (requests, turn) => {
      const turned = [...requests.slice(turn % 13), ...requests.slice(0, turn % 13)];
      expect(sorted(...turned)).toEqual(sorted(...requests));
    }),
  );
});
