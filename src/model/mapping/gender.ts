import type { GenderStatement } from './mapping-context.js';

/** The letters that a service uses; the meaning of `f` differs (wire-format 1, gender codes). */
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

/** Codes of the older XML, the same in both schemes (model 3.3). */
const XML_CODES: ReadonlyMap<string, 'Female' | 'Male'> = new Map([
  ['fem', 'Female'],
  ['mal', 'Male'],
]);

/** The letter that only the other scheme has. If a collection has it, none of its letters is interpreted. */
const FOREIGN: Readonly<Record<GenderScheme, string>> = { irish: 'm', english: 'b' };

/**
 * The scheme that the codes of a collection show: `b` is Irish, `m` is English, and `f` alone decides nothing. Undefined where they
 * show none, or both.
 */
export function schemeOf(codes: Iterable<string | undefined>): GenderScheme | undefined {
  const letters = new Set<string | undefined>();
  for (const code of codes) letters.add(code?.toLowerCase());
  const [irish, english] = [letters.has(FOREIGN.english), letters.has(FOREIGN.irish)];
  if (irish === english) return undefined;
  return irish ? 'irish' : 'english';
}

/** Whether the codes of a whole collection contradict the configured scheme (model 3.3, gender rule). */
export const contradicts = (scheme: GenderScheme, codes: ReadonlySet<string>): boolean =>
  codes.has(FOREIGN[scheme]);

/** The gender of a code, or the code itself where the collection contradicts the scheme or the code is unknown. */
export function stateGender(
  scheme: GenderScheme,
  contradicted: boolean,
  code: string | undefined,
): GenderStatement {
  if (code === undefined) return {};
  const letter = code.toLowerCase();
  const gender = XML_CODES.get(letter) ?? (contradicted ? undefined : SCHEMES[scheme].get(letter));
  return gender === undefined ? { genderCode: code } : { gender };
}
