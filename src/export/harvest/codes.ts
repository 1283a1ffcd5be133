import type { GenderScheme } from '../../mapping/gender.js';
import type { Kind } from '../unit.js';

/** The MODS date qualifiers (wire-format 3, date). */
const ACCURACY = ['APPROX', 'INFER', 'QUESTION'];
const EXTENT = ['all', 'part'];

/** Words of the older XML (model 3.3). */
const SPELT_OUT = ['fem', 'mal'];

/** Gender codes by scheme (wire-format 1, gender codes: a trap). */
const GENDER: Readonly<Record<GenderScheme, readonly string[]>> = {
  irish: ['b', 'f', ...SPELT_OUT],
  english: ['f', 'm', ...SPELT_OUT],
};

/** The fields of each kind that hold codes, by their paths, and the codes that the documents list (wire-format 3 and 4). */
const codeFields = (
  scheme: GenderScheme,
): Partial<Record<Kind, Readonly<Record<string, readonly string[]>>>> => ({
  'cbe.part': { 'date.accuracy': ACCURACY },
  'cbe.item': {
    'date.accuracy': ACCURACY,
    contentType: ['SEAN', 'CÍN-LAE', 'CEIST', 'COMH'],
    contentModes: ['LÁMH', 'CLÓ', 'LÍN'],
    'linkedItems.sequence': ['PREV', 'NEXT'],
  },
  'cbes.part': { 'teachers.gender': GENDER[scheme] },
  'cbes.item': {
    'collectors.gender': GENDER[scheme],
    'collectors.age.qualifier': ['APPROX', 'OVER'],
    'informants.gender': GENDER[scheme],
    'informants.age.qualifier': ['APPROX', 'OVER'],
    'informants.collectorRelationship': ['GRPAR', 'PAR', 'REL', 'UNK', 'UNREL'],
  },
  'cbeg.photograph': { copyright: ['CBE', 'OTH', 'NOT', 'UNK'], 'date.accuracy': ACCURACY },
  'cbed.person': {
    gender: GENDER[scheme],
    'birthDate.accuracy': ACCURACY,
    'deathDate.accuracy': ACCURACY,
  },
  place: {
    'geography.source': ['extrapolation', 'grid', 'manual', 'osi', 'osi (data.gov.ie)'],
    'gaeltacht.extent': EXTENT,
    'postOffice.extent': EXTENT,
    'northernIreland.extent': EXTENT,
    'resources.typeID': ['jpg', 'pdf', 'zip'],
    'links.type': ['Geonames', 'Osi', 'OsNi', 'PlacenamesNi', 'WikipediaEn', 'WikipediaGa', 'CavanTownlands'],
  },
});

/** Finds the codes of a record that no document lists, as `contentType=ZZZ`; letter case does not matter. */
export function unknownCodesIn(scheme: GenderScheme): (kind: Kind, record: object) => string[] {
  const kinds = new Map(
    Object.entries(codeFields(scheme)).map(([kind, fields]) => [
      kind,
      Object.entries(fields).map(([path, codes]) => ({
        path,
        steps: path.split('.'),
        codes: new Set(codes.map((code) => code.toLowerCase())),
      })),
    ]),
  );
  return (kind, record) =>
    (kinds.get(kind) ?? []).flatMap(({ path, steps, codes }) => {
      const unknown = valuesAt(record, steps).filter((value) => !codes.has(value.toLowerCase()));
      return [...new Set(unknown)].map((value) => `${path}=${value}`);
    });
}

function valuesAt(value: unknown, [step, ...rest]: readonly string[]): string[] {
  if (Array.isArray(value))
    return value.flatMap((entry) => valuesAt(entry, step === undefined ? [] : [step, ...rest]));
  if (step === undefined) return typeof value === 'string' ? [value] : [];
  return typeof value === 'object' && value !== null ? valuesAt(Reflect.get(value, step), rest) : [];
}
