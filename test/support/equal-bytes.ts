import { expect } from 'vitest';

/** Bytes are compared as bytes: by itself vitest looks at one after the other, seconds for a release. */
expect.addEqualityTesters([
  (one: unknown, other: unknown) =>
    Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : undefined,
]);
