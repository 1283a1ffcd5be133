import { createHash } from 'node:crypto';

/** As many values as four bytes have. */
const VALUES = 2 ** 32;

/** A number from 0 to below 1 that depends on the seed and the words alone. */
export function draw(seed: number, ...words: readonly (string | number)[]): number {
  const hash = createHash('sha256')
    .update(JSON.stringify([seed, ...words]))
    .digest();
  return hash.readUInt32BE() / VALUES;
}
