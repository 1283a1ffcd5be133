import { describe, expect, it } from 'vitest';
import { nearest } from '../../src/base/text.js';

const KINDS = ['manuscripts', 'schools', 'photographs', 'people', 'places'];

describe('nearest', () => {
  it.each([
    ['manuscript', 'manuscripts'],
    ['MANUSCRIPTS', 'manuscripts'],
    ['fotographs', 'photographs'],
    ['plaecs', 'places'],
    ['peeple', 'people'],
  ])('for %s is %s', (word, meant) => {
    expect(nearest(word, KINDS)).toBe(meant);
  });

  it('gives the name as it is accepted, not as it was compared', () => {
    expect(nearest('volumeid', ['VolumeNumber', 'VolumeID'])).toBe('VolumeID');
  });

  it.each(['gazetteer', 'xyzxyz', 'frogs and toads'])('for %s is nothing', (word) => {
    expect(nearest(word, KINDS)).toBeUndefined();
  });

  it('of nothing is nothing', () => {
    expect(nearest('x', [])).toBeUndefined();
  });
});
