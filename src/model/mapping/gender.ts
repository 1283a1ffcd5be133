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

/** The names of the schemes, for messages. */
export const SCHEME_NAMES: Readonly<Record<GenderScheme, string>> = { irish: 'Irish', english: 'English' };

/** The letters of a scheme; of `auto` those of all schemes. */
export const lettersOf = (setting: GenderSetting): readonly string[] =>
  setting === 'auto'
    ? [...new Set([...SCHEMES.irish.keys(), ...SCHEMES.english.keys()])]
    : [...SCHEMES[setting].keys()];

/** Codes of the older XML, the same in both schemes (model 3.3). */
export const XML_CODES: ReadonlyMap<string, 'Female' | 'Male'> = new Map([
  ['fem', 'Female'],
  ['mal', 'Male'],
]);

/** The setting: a scheme, or `auto`, which takes the scheme that the records show. */
export type GenderSetting = 'auto' | GenderScheme;

/** Whether a value is a gender setting. */
export const isGenderSetting = (value: unknown): value is GenderSetting =>
  value === 'auto' || value === 'irish' || value === 'english';

/** Collections with gender codes. */
const GENDERED = ['cbed', 'cbes'] as const;

type Gendered = (typeof GENDERED)[number];

/** All gender codes of each collection, in lower case. */
type GenderCodes = Readonly<Record<Gendered, ReadonlySet<string>>>;

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

/** Whether codes, in lower case, are of both schemes. */
export const areOfBothSchemes = (codes: ReadonlySet<string>): boolean =>
  Object.values(FOREIGN).every((letter) => codes.has(letter));

/**
 * The scheme by which the letters of a collection are read (model 3.3, gender rule). Undefined where none is certain: the
 * collection contradicts the configured scheme, has letters of both schemes, or `f` alone where the other collection decides
 * nothing either.
 */
export function schemeIn(
  collection: Gendered,
  setting: GenderSetting,
  codes: GenderCodes,
): GenderScheme | undefined {
  const own = codes[collection];
  if (setting !== 'auto') return own.has(FOREIGN[setting]) ? undefined : setting;
  if (areOfBothSchemes(own)) return undefined;
  return schemeOf(own) ?? schemeOf(GENDERED.flatMap((other) => [...codes[other]]));
}

/** Collections with letters that no scheme reads. */
export const unreadGenders = (setting: GenderSetting, codes: GenderCodes): Gendered[] =>
  GENDERED.filter(
    (collection) =>
      schemeIn(collection, setting, codes) === undefined &&
      lettersOf('auto').some((letter) => codes[collection].has(letter)),
  );

/**
 * A code as another scheme writes it. One that the first scheme does not know stays as it is.
 *
 * @param from undefined where the scheme of the code is not certain
 */
export function inScheme(code: string, from: GenderScheme | undefined, to: GenderScheme): string {
  const { gender } = stateGender(from, code);
  return [...SCHEMES[to]].find(([, meaning]) => meaning === gender)?.[0] ?? code;
}

/** The gender of a code, or the code itself where no scheme is certain or the code is unknown. */
export function stateGender(scheme: GenderScheme | undefined, code: string | undefined): GenderStatement {
  if (code === undefined) return {};
  const letter = code.toLowerCase();
  const gender = XML_CODES.get(letter) ?? (scheme && SCHEMES[scheme].get(letter));
  return gender === undefined ? { genderCode: code } : { gender };
}
