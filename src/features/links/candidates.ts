import { metresBetween } from '../../base/great-circle.js';
import { ANY_FEATURE, FEATURE_TYPES, type FeatureType } from '../../release/tables/feature-types.js';
import { withoutAccents } from '../browse/index/inflection.js';
import { nameKey, plainName } from '../browse/index/name-keys.js';
import { type NameMatch, nameForms, nameSimilarity } from '../browse/index/name-similarity.js';
import { classesOf, distanceLimit, GENERAL_WORDS, type KindMatch, kindMatch } from './link-kinds.js';
import type { LinkablePlace } from './linkable-records.js';
import type { OutsideThing, Point } from './outside-thing.js';

/** What speaks for a place and a thing of another dataset being the same. */
export interface Evidence {
  readonly place: LinkablePlace;
  /** From 0 to 100. */
  readonly score: number;
  /** The names that are most alike: of the record, of the thing, and the column of the first. */
  readonly ourName: string;
  readonly ourColumn: string;
  readonly theirName: string;
  readonly match: NameMatch | 'none';
  readonly metres: number | undefined;
  readonly kind: KindMatch | 'other';
}

/** Names that are less alike are other names. */
const LEAST_NAME = 75;
/** Candidates with a lower score are not proposed. */
const LEAST_SCORE = 55;
/** What is taken off the score of the names: for other words around them, by kind, and at the greatest distance. */
const WITH_GENERAL_WORDS = 3;
const OF_KIND = { same: 0, like: 8, unknown: 6, other: 20 } as const;
const AT_LIMIT = 25;

/** A place with its point, and how far from it the same place of another dataset can be, in metres. */
interface Findable {
  readonly place: LinkablePlace;
  readonly point: Point;
  readonly within: number;
}

/** Metres of a degree of latitude, at least. */
const DEGREE = 110_000;

/** Finds places of a release by the names and points of things of other datasets. */
export class PlaceFinder {
  /** Places by what their names have in common with other spellings, and by the forms of their names. */
  readonly #byKey = new Map<string, Set<Findable>>();

  constructor(places: Iterable<LinkablePlace>) {
    for (const place of places) {
      const { point } = place;
      if (point === undefined || place.isReplaced) continue;
      const findable = { place, point, within: Math.max(...categoriesOf(place).map(limitOf)) };
      for (const { text } of place.names)
        for (const { keys } of variantsOf(text))
          for (const key of keys) {
            const found = this.#byKey.get(key) ?? new Set();
            this.#byKey.set(key, found.add(findable));
          }
    }
  }

  /** The places that a thing may be, the best first. */
  candidates(thing: OutsideThing): Evidence[] {
    const { point } = thing;
    if (point === undefined) return [];
    const found = new Set<LinkablePlace>();
    for (const text of thing.names)
      for (const { keys } of variantsOf(text))
        for (const key of keys)
          for (const one of this.#byKey.get(key) ?? []) if (isWithin(one, point)) found.add(one.place);
    return [...found]
      .map((place) => evidenceFor(place, thing))
      .filter(({ match, kind, score }) => match !== 'none' && kind !== 'other' && score >= LEAST_SCORE)
      .toSorted((a, b) => b.score - a.score || Number(a.place.id) - Number(b.place.id));
  }
}

/** The latitudes alone tell most namesakes apart. */
const isWithin = ({ point, within }: Findable, other: Point): boolean =>
  Math.abs(point.latitude - other.latitude) * DEGREE <= within && metresBetween(point, other) <= within;

/** The categories of a place; an unknown one where it has none. */
const categoriesOf = ({ categories }: LinkablePlace): readonly string[] =>
  categories.length === 0 ? [''] : categories;

const typeOf = (code: string): FeatureType => FEATURE_TYPES.get(code) ?? ANY_FEATURE;
const limitOf = (code: string): number => distanceLimit(code, typeOf(code));

/** What names that are compared have in common. Words are run together: `Goats Island` meets `Goat Island`. */
const blockOf = (name: string): string => nameKey(name, 'place').replace(/(.)\1+/g, '$1');

/** What speaks for a place and a thing being the same, however little it is. */
export function evidenceFor(place: LinkablePlace, thing: OutsideThing): Evidence {
  const name = bestNames(place, thing.names);
  const classes = classesOf(thing.kinds, thing.fclass);
  const metres =
    place.point === undefined || thing.point === undefined
      ? undefined
      : metresBetween(place.point, thing.point);
  // A place of several categories is judged by the one that fits best.
  const [fit] = categoriesOf(place)
    .map((code) => {
      const limit = limitOf(code);
      const kind = kindMatch(code, typeOf(code), thing.kinds, classes) ?? ('other' as const);
      const far = metres === undefined ? 1 : Math.min(1, metres / limit);
      return { kind: metres !== undefined && metres > limit ? ('other' as const) : kind, far };
    })
    .toSorted((a, b) => OF_KIND[a.kind] + AT_LIMIT * a.far - (OF_KIND[b.kind] + AT_LIMIT * b.far));
  const { kind, far } = fit ?? { kind: 'other' as const, far: 1 };
  const score = Math.max(0, Math.round(name.score - OF_KIND[kind] - AT_LIMIT * far));
  return {
    place,
    score,
    kind,
    metres: metres === undefined ? undefined : Math.round(metres),
    ourName: name.ours,
    ourColumn: name.column,
    theirName: name.theirs,
    match: name.match,
  };
}

function bestNames(place: LinkablePlace, theirs: readonly string[]) {
  let best = { score: 0, match: 'none' as NameMatch | 'none', ours: '', column: '', theirs: '' };
  for (const ours of place.names)
    for (const one of variantsOf(ours.text))
      for (const text of theirs)
        for (const other of variantsOf(text)) {
          const { score, match } = nameSimilarity(one.name, other.name, 'place');
          const worth = score - (one.isWhole && other.isWhole ? 0 : WITH_GENERAL_WORDS);
          if (worth >= LEAST_NAME && worth > best.score)
            best = { score: worth, match, ours: ours.text, column: ours.column, theirs: text };
        }
  return best;
}

interface Variant {
  readonly name: string;
  /** By which other names find it. */
  readonly keys: readonly string[];
  /** Whether it is the whole name. */
  readonly isWhole: boolean;
}

/** A name; without what is in brackets; without general words before or after it, such as `County` or an article. */
function variantsOf(text: string): readonly Variant[] {
  const known = VARIANTS.get(text);
  if (known !== undefined) return known;
  const bare = text.replace(/\s*\([^()]*\)\s*$/, '');
  const names = new Set([text, bare, withoutGeneralWords(bare)].filter((name) => name !== ''));
  const variants = [...names].map((name): Variant => {
    const keys = [blockOf(name), `${nameForms(plainName(name, 'place'))} `].filter(
      (key) => key.trim() !== '',
    );
    return { name, isWhole: name === text, keys };
  });
  if (VARIANTS.size >= MOST_KEPT) VARIANTS.clear();
  VARIANTS.set(text, variants);
  return variants;
}

/** Names whose variants are kept: those of a release are compared many times. */
const MOST_KEPT = 200_000;
const VARIANTS = new Map<string, readonly Variant[]>();

function withoutGeneralWords(text: string): string {
  const words = text.split(/[\s.]+/).filter((word) => word !== '');
  const folded = words.map((word) => withoutAccents(word).toLowerCase());
  for (const general of GENERAL_WORDS) {
    const { length } = general.split(' ');
    if (length >= words.length) continue;
    if (folded.slice(0, length).join(' ') === general) return words.slice(length).join(' ');
    if (folded.slice(-length).join(' ') === general) return words.slice(0, -length).join(' ');
  }
  return text;
}
