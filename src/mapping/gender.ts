import type { GenderStatement } from './context.js';

/** Which letters a service uses; they contradict each other on `f` (wire-format 1, gender codes). */
export type GenderScheme = 'irish' | 'english';

const SCHEMES: Readonly<Record<GenderScheme, ReadonlyMap<string, 'Female' | 'Male'>>> = {
  /** baineann, fireann */
  irish: new Map([
    ['b', 'Female'],
    ['f', 'Male'],
  ]),
  english: new Map([
    ['f', 'Female'],
    ['m', 'Male'],
  ]),
};

/** Words of the older XML, the same in every scheme (model 3.3). */
const SPELT_OUT: ReadonlyMap<string, 'Female' | 'Male'> = new Map([
  ['fem', 'Female'],
  ['mal', 'Male'],
]);

/** The letter that only the other scheme has: one of these in a collection and no letter can be trusted. */
const FOREIGN: Readonly<Record<GenderScheme, string>> = { irish: 'm', english: 'b' };

/**
 * Whether the codes seen in a whole collection contradict the configured scheme (model 3.3, gender rule).
 */
export function contradicts(scheme: GenderScheme, seen: ReadonlySet<string>): boolean {
  return seen.has(FOREIGN[scheme]);
}

/**
 * What a code states: a gender, or, when the collection contradicts the scheme or the code is neither of its
 * letters, the code itself. Never a guess.
 */
export function stateGender(
  scheme: GenderScheme,
  contradicted: boolean,
  code: string | undefined,
): GenderStatement {
  if (code === undefined) return {};
  const letter = code.toLowerCase();
  const gender = SPELT_OUT.get(letter) ?? (contradicted ? undefined : SCHEMES[scheme].get(letter));
  return gender === undefined ? { genderCode: code } : { gender };
}
