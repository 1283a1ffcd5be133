/**
 * The feature classes of gazetteers (A administrative, H water, L region, P populated, R road, S site, T landform)
 * that Linked Places asks for, and a word in English, by the codes of the place-names database. The classes are those
 * that GeoNames gives to the same kinds of features. A category that is not here has no class: none is guessed.
 */
export const FEATURE_CLASSES: ReadonlyMap<string, { readonly fclass: string; readonly label: string }> =
  new Map(
    Object.entries({
      CUIGE: { fclass: 'A', label: 'province' },
      CON: { fclass: 'A', label: 'county' },
      BAR: { fclass: 'A', label: 'barony' },
      PAR: { fclass: 'A', label: 'civil parish' },
      BF: { fclass: 'A', label: 'townland' },
      B: { fclass: 'P', label: 'town' },
      SRB: { fclass: 'P', label: 'village' },
      SR: { fclass: 'R', label: 'street' },
      ABH: { fclass: 'H', label: 'river' },
      CUAN: { fclass: 'H', label: 'harbour' },
      LOCH: { fclass: 'H', label: 'lake' },
      TOB: { fclass: 'H', label: 'well' },
      CARR: { fclass: 'T', label: 'rock' },
      CNOC: { fclass: 'T', label: 'hill' },
      GLE: { fclass: 'T', label: 'glen' },
      OIL: { fclass: 'T', label: 'island' },
      TRÁ: { fclass: 'T', label: 'strand' },
      DROI: { fclass: 'S', label: 'bridge' },
      UAIM: { fclass: 'S', label: 'cave' },
    }),
  );
