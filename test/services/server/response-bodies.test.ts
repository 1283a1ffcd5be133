import { expect, test } from 'vitest';
import { BodyCache, EncodedContent } from '../../../src/services/server/response-bodies.js';

const body = (bytes: number, fill: string): EncodedContent =>
  new EncodedContent({ type: 'text/plain', bytes: Buffer.alloc(bytes, fill) });

test('the hash of a body is known after the body has been dropped', () => {
  const cache = new BodyCache();
  const { hash } = cache.get('first', () => body(40 << 20, 'a'));
  cache.get('second', () => body(40 << 20, 'b'));

  expect(cache.hashOf('first')).toBe(hash);
  expect(cache.hashOf('third')).toBeUndefined();
  const made = cache.get('first', () => body(1, 'c'));
  expect(made.content.bytes.length).toBe(1);
});
