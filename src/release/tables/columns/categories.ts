import { z } from 'zod';
import { referenceTable } from '../../../base/reference-data.js';
import type { Node } from '../../../model/rdf/node.js';
import { column, type Table } from '../column.js';
import { valuesOf } from '../node-values.js';
import { ID, IRI, OMISSION } from './shared-columns.js';

/**
 * The type of a category of the place-names database in gazetteers: its class in GeoNames, what the database calls it in
 * English, and the same type in the Art & Architecture Thesaurus, where it has one.
 */
const featureType = z.strictObject({
  fclass: z.enum(['A', 'H', 'L', 'P', 'R', 'S', 'T']),
  label: z.string(),
  aat: z.coerce.string().optional(),
});
type FeatureType = z.output<typeof featureType>;

/**
 * The type of a category outside the table: an area of unspecified or mixed character (GeoNames, class L, LCTY), the least
 * specific class.
 */
export const ANY_FEATURE: FeatureType = { fclass: 'L', label: 'place' };

/** By the codes of the place-names database. */
export const FEATURE_TYPES: ReadonlyMap<string, FeatureType> = new Map(
  Object.entries(referenceTable('feature-types', z.record(z.string(), featureType))),
);

const typeOf = (category: Node): FeatureType =>
  FEATURE_TYPES.get(valuesOf(category, 'code')[0] ?? '') ?? ANY_FEATURE;

/** Categories of places (model 3.9), with the type that gazetteers give them. */
export const CATEGORIES: Table = {
  en: 'Categories of the place-names database',
  ga: 'Catagóirí an bhunachair logainmneacha',
  columns: [
    IRI,
    ID,
    column('label_en', 'label in English', 'lipéad as Béarla', 'text', 'prefLabel', { lang: 'en' }),
    column('label_ga', 'label in Irish', 'lipéad as Gaeilge', 'text', 'prefLabel', { lang: 'ga' }),
    column('plural_en', 'plural in English', 'iolra as Béarla', 'text', 'pluralLabel', { lang: 'en' }),
    column('plural_ga', 'plural in Irish', 'iolra as Gaeilge', 'text', 'pluralLabel', { lang: 'ga' }),
    column('feature_class', 'class in GeoNames', 'aicme in GeoNames', 'code', (category) => [
      typeOf(category).fclass,
    ]),
    column(
      'aat',
      'type in the Art & Architecture Thesaurus',
      'cineál san Art & Architecture Thesaurus',
      'code',
      (category) => [typeOf(category).aat ?? []].flat(),
    ),
    ...OMISSION,
  ],
};
