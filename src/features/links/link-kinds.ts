import { z } from 'zod';
import { referenceTable } from '../../base/reference-data.js';
import { FEATURE_TYPES, type FeatureType } from '../../release/tables/feature-types.js';

const codes = z.array(z.string()).default([]);

const TABLE = referenceTable(
  'link-kinds',
  z.strictObject({
    classes: z.record(z.string(), z.strictObject({ within: z.int().min(1), like: z.array(z.string()) })),
    categories: z.record(
      z.string(),
      z.strictObject({
        within: z.int().min(1).optional(),
        geonames: codes,
        osm: codes,
        wikidata: codes,
        only: z.boolean().default(false),
      }),
    ),
    osmClasses: z.record(z.string(), z.string()),
    general: z.array(z.string()),
  }),
);

/** Words that one dataset writes before or after a name and another leaves out; the longest first. */
export const GENERAL_WORDS: readonly string[] = TABLE.general.toSorted((a, b) => b.length - a.length);

/** Kinds of other datasets that mean a category, by category: `geonames PPL`, `osm place=town`, `wikidata lake`. */
const MEANING = new Map(
  [...FEATURE_TYPES].map(([code, { label }]) => {
    const { geonames = [], osm = [], wikidata = [] } = TABLE.categories[code] ?? {};
    const kinds = [
      ...geonames.map((one) => `geonames ${one}`),
      ...osm.map((one) => `osm ${one}`),
      ...[label, ...wikidata].map((one) => `wikidata ${one.toLowerCase()}`),
    ];
    return [code, new Set(kinds)] as const;
  }),
);

/** The classes of the categories that a kind means. */
const CLASSES = new Map<string, Set<string>>();
for (const [code, kinds] of MEANING)
  for (const kind of kinds) {
    const classes = CLASSES.get(kind) ?? new Set();
    CLASSES.set(kind, classes.add(FEATURE_TYPES.get(code)?.fclass ?? 'L'));
  }

/** A kind as a person reads it: `PPL (town, village)`, with the categories that it means. */
export function kindLabel(kind: string): string {
  const labels = [...MEANING]
    .filter(([, kinds]) => kinds.has(kind))
    .map(([code]) => FEATURE_TYPES.get(code)?.label ?? code);
  const [source = '', ...rest] = kind.split(' ');
  const text = rest.join(' ');
  return source !== 'geonames' || labels.length === 0 ? text : `${text} (${labels.join('; ')})`;
}

/** Whether a thing is of a category: it is; it may be; its source does not say. */
export type KindMatch = 'same' | 'like' | 'unknown';

/** The classes of GeoNames that a thing may have: as its source says, else as its kinds do. */
export function classesOf(kinds: readonly string[], fclass: string | undefined): ReadonlySet<string> {
  if (fclass !== undefined && fclass !== '') return new Set([fclass]);
  const classes = kinds.flatMap((kind) => {
    const known = CLASSES.get(kind);
    if (known !== undefined) return [...known];
    const [, key] = /^osm ([^=]+)=/.exec(kind) ?? [];
    return TABLE.osmClasses[`${key}=*`] ?? [];
  });
  return new Set(classes);
}

/**
 * How the kinds of a thing fit a category of the place-names database.
 *
 * @param classes of the thing
 * @returns undefined where the thing is something else
 */
export function kindMatch(
  category: string,
  type: FeatureType,
  kinds: readonly string[],
  classes: ReadonlySet<string>,
): KindMatch | undefined {
  const meaning = MEANING.get(category);
  if (kinds.some((kind) => meaning?.has(kind))) return 'same';
  if (classes.size === 0) return 'unknown';
  if (TABLE.categories[category]?.only === true) return undefined;
  const like = TABLE.classes[type.fclass]?.like ?? [];
  return like.some((one) => classes.has(one)) ? 'like' : undefined;
}

/** Metres between the points of a place of a category and of the same place in another dataset, at most. */
export const distanceLimit = (category: string, { fclass }: FeatureType): number =>
  TABLE.categories[category]?.within ?? TABLE.classes[fclass]?.within ?? 0;
