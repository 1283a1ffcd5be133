import { z } from 'zod';
import { referenceTable } from '../../base/reference-data.js';

/**
 * The type of a category of the place-names database in gazetteers: its class in GeoNames, what the database calls it in
 * English, the same type in the Art & Architecture Thesaurus, where it has one, and the level of an administrative unit, from the
 * smallest up.
 */
const featureType = z.strictObject({
  fclass: z.enum(['A', 'H', 'L', 'P', 'R', 'S', 'T']),
  level: z.int().min(1).optional(),
  label: z.string(),
  aat: z.coerce.string().optional(),
});
export type FeatureType = z.output<typeof featureType>;

/**
 * The type of a category outside the table: an area of unspecified or mixed character (GeoNames, class L, LCTY), the least
 * specific class.
 */
export const ANY_FEATURE: FeatureType = { fclass: 'L', label: 'place' };

/** By the codes of the place-names database. */
export const FEATURE_TYPES: ReadonlyMap<string, FeatureType> = new Map(
  Object.entries(referenceTable('feature-types', z.record(z.string(), featureType))),
);

/** The level of an administrative unit with these categories; 0 of a place that is none. */
export const levelOf = (codes: readonly string[]): number =>
  Math.max(0, ...codes.map((code) => FEATURE_TYPES.get(code)?.level ?? 0));
