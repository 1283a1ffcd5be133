import { type Random, weighted } from '../../../base/random.js';
import type { Placename } from '../../../model/schema/placenames/place.js';
import { lenited } from '../person-names.js';
import { EMPTY_LIST, inventedAddress } from '../record-fields.js';
import { decomposeAccents, inGaelicScript } from '../texts.js';
import { ADJECTIVES, cell, FEATURE_ROWS, GENERICS, QUALIFIERS, STREET_ROWS, type WordRow } from '../words.js';

/** The name of a place, and its words by their positions in the glossary. */
export interface ComposedName {
  readonly ga: string;
  readonly en: string;
  readonly genitive?: string | undefined;
  readonly words: readonly number[];
}

const raised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A noun with its article, which may change the noun. */
function withArticle(noun: string, gender: string): string {
  if (gender === 'm') return /^[AEIOUÁÉÍÓÚ]/.test(noun) ? `An t${noun}` : `An ${noun}`;
  return /^S[aeiouáéíóúlnr]/.test(noun)
    ? `An t${noun}`
    : /^[DT]/.test(noun)
      ? `An ${noun}`
      : `An ${lenited(noun)}`;
}

/** A generic word followed by an adjective or by a noun in the genitive. */
function composeName(generic: WordRow, place: number, random: Random): ComposedName {
  const noun = raised(cell(generic, 0));
  const [gender, english] = [cell(generic, 3), cell(generic, 4)];
  if (random.chance(0.3)) {
    const at = random.below(ADJECTIVES.length);
    const row = ADJECTIVES[at] as WordRow;
    const adjective = raised(cell(row, gender === 'f' ? 1 : 0));
    return {
      ga: `${random.chance(0.4) ? withArticle(noun, gender) : noun} ${adjective}`,
      en: english + cell(row, 3),
      words: [place, GENERICS.length + at],
    };
  }
  const at = random.below(QUALIFIERS.length);
  const row = QUALIFIERS[at] as WordRow;
  return {
    ga: `${noun} ${cell(row, 2)}`,
    en: english + cell(row, 3),
    genitive: `${lenited(noun)} ${cell(row, 2)}`,
    words: [place, GENERICS.length + ADJECTIVES.length + at],
  };
}

const BALLY = GENERICS.findIndex((row) => cell(row, 0) === 'baile');
const CHURCHES = ['cill', 'teampall'].map((word) => GENERICS.findIndex((row) => cell(row, 0) === word));

/** The name of a barony, town, village or townland; a parish is mostly called after its church. */
export function landName(category: string, random: Random): ComposedName {
  const church = category === 'PAR' && random.chance(0.6);
  const at = church ? random.pick(CHURCHES) : random.chance(0.15) ? BALLY : random.below(GENERICS.length);
  return composeName(GENERICS[at] as WordRow, at, random);
}

/** The name of a natural or built feature: begins with the kind of feature. */
export function featureName(category: string, random: Random): ComposedName {
  const [, ga = '', en = ''] = FEATURE_ROWS.find((row) => row[0] === category) ?? [];
  const at = random.below(QUALIFIERS.length);
  const row = QUALIFIERS[at] as WordRow;
  return {
    ga: `${ga} ${cell(row, 2)}`,
    en: en + cell(row, 3),
    genitive: `${lenited(ga)} ${cell(row, 2)}`,
    words: [GENERICS.length + ADJECTIVES.length + at],
  };
}

/** The name of a street. */
export function streetName(random: Random): ComposedName {
  const [ga = '', en = ''] = random.pick(STREET_ROWS);
  return { ga, en, words: [] };
}

/** Ids of the names of a place are consecutive; each place has this many. */
const FIRST_ID = 20_000_001;
const IDS_EACH = 4;

const ACCEPTABILITIES = [
  { id: 1, textEN: 'validated name', textGA: 'ainm deimhnithe' },
  { id: 2, textEN: 'non-validated name', textGA: 'ainm nár deimhníodh' },
  { id: 3, textEN: 'official name' },
  { id: 4 },
];

type Wording = Omit<Placename, 'id'>;

const plain = (language: string | undefined, wording: string, main: boolean): Wording => ({
  language,
  wording,
  genitive: undefined,
  main,
  acceptability: undefined,
  audio: undefined,
  subNames: EMPTY_LIST,
});

/** What the names of a place depend on. */
export interface NamedPlace {
  readonly id: number;
  /** Names the stream of choices of the record. */
  readonly number: number;
  /** The main category. */
  readonly category: string;
  readonly name: ComposedName;
  /** All places that contain it, the nearest first. */
  readonly within: readonly NamedPlace[];
}

/** A place and its names in both languages. */
interface Named {
  readonly site: NamedPlace;
  readonly english: Wording;
  readonly irish: Wording;
}

const other = ({ english }: Named): string => `${english.wording}town`;

/** The names in the record: mostly one of each language; sometimes none of one, several, or none that is main. */
const RECORDED = weighted<(named: Named, random: Random) => Wording[]>(
  [800, ({ english, irish }) => [english, irish]],
  [40, ({ irish }) => [irish]],
  [50, ({ english }) => [english]],
  [
    40,
    (named, random) => [
      named.english,
      named.irish,
      { ...plain('en', other(named), false), acceptability: random.pick(ACCEPTABILITIES) },
    ],
  ],
  [10, ({ english, irish }) => [english, irish, plain('ga', `${irish.wording} Uachtarach`, true)]],
  [10, ({ english, irish }) => [english, plain('ga', inGaelicScript(irish.wording), false), irish]],
  [5, ({ english, irish }) => [english, plain('ga', decomposeAccents(irish.wording), true)]],
  [5, (named) => [plain('en', other(named), false), plain('ga', named.irish.wording, false)]],
  [5, ({ english }) => [plain(undefined, english.wording, true)]],
  [5, ({ english, irish }) => [english, irish, plain('la', `Villa ${english.wording}`, false)]],
  [20, (named) => [alternative(named), named.irish]],
  [
    10,
    ({ site, english, irish }) => [
      { ...english, subNames: [{ text: site.within[0]?.name.en ?? 'Main' }] },
      irish,
    ],
  ],
);

/** `Rathbeg or Smithstown`: two names in one. */
function alternative(named: Named): Wording {
  const [first, second] = [named.english.wording, other(named)];
  const subNames = [
    { text: first, disambiguates: false },
    { text: second, disambiguates: true },
  ];
  return { ...named.english, wording: `${first} or ${second}`, subNames };
}

/** The names of a place. */
export function makePlacenames(site: NamedPlace, random: Random): Placename[] {
  const english = plain('en', site.name.en, true);
  const irish = {
    ...plain('ga', site.name.ga, true),
    genitive: random.chance(0.7) ? site.name.genitive : undefined,
    acceptability: random.chance(0.6) ? random.pick(ACCEPTABILITIES) : undefined,
    audio: random.chance(0.03) ? audioOf(site) : undefined,
  };
  const fixed = site.category === 'CON' || site.category === 'CUIGE';
  const wordings = fixed ? [english, irish] : random.pickWeighted(RECORDED)({ site, english, irish }, random);
  return wordings.map((one, index) => ({
    id: FIRST_ID + site.number * IDS_EACH + index,
    language: one.language,
    wording: one.wording,
    genitive: one.genitive,
    main: one.main,
    acceptability: one.acceptability,
    audio: one.audio,
    subNames: one.subNames,
  }));
}

function audioOf(site: NamedPlace): Placename['audio'] {
  const fileName = `${site.id}-ga.mp3`;
  return { fileName, uri: inventedAddress('placenames', 'audio', fileName) };
}
