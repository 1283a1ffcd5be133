import { describe, expect, it } from 'vitest';
import { isSameName } from '../../../../src/model/mapping/archive/schools-person.js';

/** Model 7.3, X7: when two names of one id are two names. */

describe('two names are one', () => {
  it.each([
    ['Mc Carthy', 'McCARTHY'],
    ['Seán Ó Sé', 'Sean O Se'],
    ["O'Brien", 'O’Brien'],
    ['Seán', 'Sea\u0301n'],
    ['Seaċnasaiġ', 'Seachnasaigh'],
    [' Mary  Brown.', 'Mary Brown'],
  ])('%j and %j', (one, other) => {
    expect(isSameName(one, other)).toBe(true);
    expect(isSameName(other, one)).toBe(true);
  });
});

describe('two names are two', () => {
  it.each([
    ['Mary Brown', 'Mary Browne'],
    ['Seán Ó Sé', 'John Shea'],
    ['Mary', 'Mary Brown'],
    ['Brown Mary', 'Mary Brown'],
    ['Patrick I', 'Patrick II'],
  ])('%j and %j', (one, other) => {
    expect(isSameName(one, other)).toBe(false);
  });
});
