import type { Node } from '../../../model/rdf/node.js';
import { column, type Table } from '../column.js';
import { valuesOf } from '../node-values.js';
import { ID, IRI, OMISSION } from './shared-columns.js';

/** The type of a category of the place-names database in gazetteers. */
export interface FeatureType {
  /** A class of GeoNames: A administrative, H water, L area, P populated, R road, S site, T landform. */
  readonly fclass: 'A' | 'H' | 'L' | 'P' | 'R' | 'S' | 'T';
  /** What the database calls it in English, for releases in which it has no name. */
  readonly label: string;
  /** The same type in the Art & Architecture Thesaurus, where it has one. */
  readonly aat?: string;
}

/**
 * The type of a category outside the table: an area of unspecified or mixed character (GeoNames, class L, LCTY), the least
 * specific class.
 */
export const ANY_FEATURE: FeatureType = { fclass: 'L', label: 'place' };

/**
 * Feature classes, and types of the Art & Architecture Thesaurus, by the codes of the place-names database. The classes are
 * those that GeoNames gives to the same kinds of features (feature codes in comments where the class is no matter of course);
 * woods are L, because Linked Places has not the class V. The types are of the list that comes with the Linked Places format
 * (feature-types-AAT_20230609.tsv), and only those that mean just the same: it has no townland and no civil parish, its
 * barony is defined by a people of that name; a well, a valley, a harbour and an island of the database can be a spring, a
 * ravine, a bay and an archipelago, and a lake, a hill and a cave can be several of them.
 */
export const FEATURE_TYPES: ReadonlyMap<string, FeatureType> = new Map(
  Object.entries({
    CUIGE: { fclass: 'A', label: 'province', aat: '300000774' },
    CON: { fclass: 'A', label: 'county', aat: '300000771' },
    BAR: { fclass: 'A', label: 'barony' },
    PAR: { fclass: 'A', label: 'civil parish' },
    TR: { fclass: 'A', label: 'electoral division' },
    // PRSH is in class A, too.
    DEOISE: { fclass: 'A', label: 'diocese' },
    BF: { fclass: 'A', label: 'townland' },
    FB: { fclass: 'A', label: 'sub-townland' },
    B: { fclass: 'P', label: 'town', aat: '300008375' },
    SRB: { fclass: 'P', label: 'village', aat: '300008372' },
    ID: { fclass: 'P', label: 'population centre' },
    SR: { fclass: 'R', label: 'street' },
    BOTHAR: { fclass: 'R', label: 'road' },
    // RDJCT
    CB: { fclass: 'R', label: 'crossroads' },
    ABH: { fclass: 'H', label: 'river', aat: '300008707' },
    SRUTHAN: { fclass: 'H', label: 'stream' },
    GOIL: { fclass: 'H', label: 'creek' },
    EAS: { fclass: 'H', label: 'waterfall' },
    L: { fclass: 'H', label: 'lake or lakes' },
    TUR: { fclass: 'H', label: 'turlough' },
    TOB: { fclass: 'H', label: 'well' },
    CUAN: { fclass: 'H', label: 'harbour' },
    BA: { fclass: 'H', label: 'bay' },
    CAOL: { fclass: 'H', label: 'channel, sound' },
    // BOG, MRSH
    POR: { fclass: 'H', label: 'bog' },
    RIASC: { fclass: 'H', label: 'marsh' },
    SL: { fclass: 'T', label: 'mountain or mountain range' },
    CN: { fclass: 'T', label: 'hill or hills' },
    MALA: { fclass: 'T', label: 'brow, slope, hillside' },
    BEAR: { fclass: 'T', label: 'pass' },
    GL: { fclass: 'T', label: 'valley' },
    CRG: { fclass: 'T', label: 'rock or rocks' },
    OIL: { fclass: 'T', label: 'island or archipelago' },
    CT: { fclass: 'T', label: 'promontory' },
    RINN: { fclass: 'T', label: 'point' },
    TRA: { fclass: 'T', label: 'strand' },
    DR: { fclass: 'S', label: 'bridge', aat: '300007836' },
    TEACH: { fclass: 'S', label: 'house' },
    CAIS: { fclass: 'S', label: 'castle' },
    IMFH: { fclass: 'S', label: 'enclosure' },
    SC: { fclass: 'S', label: 'monument' },
    LE: { fclass: 'S', label: 'ecclesiastical site' },
    REILIG: { fclass: 'S', label: 'graveyard, cemetery, burial ground' },
    // CAVE
    UAIMH: { fclass: 'S', label: 'cave(s), souterrain(s)' },
    GS: { fclass: 'S', label: 'man-made feature' },
    // FRST is in class V.
    COILL: { fclass: 'L', label: 'wood' },
    // FLD
    PRC: { fclass: 'L', label: 'field' },
    D: { fclass: 'L', label: 'locality' },
    GNE: { fclass: 'L', label: 'feature' },
    MNG: { fclass: 'L', label: 'minor feature' },
    AINMST: { fclass: 'L', label: 'historical name' },
  } satisfies Readonly<Record<string, FeatureType>>),
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
