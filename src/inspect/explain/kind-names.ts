import type { Kind } from '../../records/record.js';

/** In the order of the table of kinds, which would bring every mapper along where only its names are wanted. */
const NAMES: Readonly<Record<Kind, true>> = {
  organisation: true,
  collection: true,
  'cbe.volume': true,
  'cbe.part': true,
  'cbe.item': true,
  'cbe.page': true,
  'cbes.volume': true,
  'cbes.part': true,
  'cbes.item': true,
  'cbes.page': true,
  'cbes.topic': true,
  'cbes.person': true,
  'cbes.transcript': true,
  'cbes.transcriber': true,
  'cbeg.photograph': true,
  'cbeg.topic': true,
  'cbed.person': true,
  'cbed.occupation': true,
  county: true,
  'location-ireland': true,
  country: true,
  'location-abroad': true,
  place: true,
  'place-summary': true,
  category: true,
  glossary: true,
  acceptability: true,
  cluster: true,
  resource: true,
  supplier: true,
  scheme: true,
  lexicon: true,
  omission: true,
};

const ALL = Object.keys(NAMES) as Kind[];

/** A kind without its collection: `item` of `cbe.item`. */
const plain = (kind: Kind): string => kind.slice(kind.indexOf('.') + 1);

/** The kinds that a word may mean: one by its own name, several by what they have in common. */
export function kindsNamed(word: string): readonly Kind[] {
  const asked = word.trim().toLowerCase();
  const own = ALL.filter((kind) => kind === asked);
  return own.length > 0 ? own : ALL.filter((kind) => plain(kind) === asked);
}

/** Every word that means a kind. */
export const KIND_NAMES: readonly string[] = [...new Set([...ALL, ...ALL.map(plain)])];
