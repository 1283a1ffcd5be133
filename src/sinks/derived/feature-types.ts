/** What gazetteers call a category of the place-names database. */
export interface FeatureType {
  /** A feature class of GeoNames: A administrative, H water, P populated, R road, S site, T landform. */
  readonly fclass: string;
  /** The category in English. */
  readonly label: string;
  /** The same type in the Art & Architecture Thesaurus, where it has one. */
  readonly aat?: string;
}

/**
 * Feature classes, and types of the Art & Architecture Thesaurus, by the codes of the place-names database. The classes are
 * those that GeoNames gives to the same kinds of features; a category that is not here has no class. The types are of the
 * list that comes with the Linked Places format (feature-types-AAT_20230609.tsv), and only those that mean just the same:
 * it has no townland and no civil parish, its barony is defined by a people of that name, and a well, a glen, a harbour
 * and an island of the database can be a spring, a ravine, a bay and an archipelago.
 */
export const FEATURE_TYPES: ReadonlyMap<string, FeatureType> = new Map(
  Object.entries({
    CUIGE: { fclass: 'A', label: 'province', aat: '300000774' },
    CON: { fclass: 'A', label: 'county', aat: '300000771' },
    BAR: { fclass: 'A', label: 'barony' },
    PAR: { fclass: 'A', label: 'civil parish' },
    BF: { fclass: 'A', label: 'townland' },
    B: { fclass: 'P', label: 'town', aat: '300008375' },
    SRB: { fclass: 'P', label: 'village', aat: '300008372' },
    SR: { fclass: 'R', label: 'street' },
    ABH: { fclass: 'H', label: 'river', aat: '300008707' },
    CUAN: { fclass: 'H', label: 'harbour' },
    LOCH: { fclass: 'H', label: 'lake', aat: '300008680' },
    TOB: { fclass: 'H', label: 'well' },
    CARR: { fclass: 'T', label: 'rock' },
    CNOC: { fclass: 'T', label: 'hill', aat: '300008777' },
    GLE: { fclass: 'T', label: 'glen' },
    OIL: { fclass: 'T', label: 'island' },
    TRÁ: { fclass: 'T', label: 'strand' },
    DROI: { fclass: 'S', label: 'bridge', aat: '300007836' },
    UAIM: { fclass: 'S', label: 'cave', aat: '300008746' },
  }),
);
