import { Random, weighted } from '../../../base/random.js';
import type { Digitization, Photograph, PhotographFormat } from '../../../model/schema/archive/photograph.js';
import { dateAround, zeroPadded } from '../calendar.js';
import {
  changeField,
  type DefectSettings,
  type Defects,
  dateDefects,
  defectInjectorOf,
  UNKNOWN_CODE,
  withControlCharacter,
  withLoneSurrogate,
  withMarkup,
} from '../defects.js';
import type { Gazetteer } from '../placenames/gazetteer.js';
import { featuredDays, firstDayOf, makeHistory, timestampsOf } from '../record-fields.js';
import { editorRemark, extraInfoOf, photographCaption } from '../texts.js';
import type { People } from './people.js';
import { COUNTRY_LIST, HANDBOOK_TOPICS, LOCATIONS_ABROAD } from './reference-lists.js';
import { PUBLISHED } from './volumes.js';

const OPERATORS = ['Ferdia Quellbarrow', 'Tadhg Sprocketlow', 'Una Wimblethorn', 'P. Ó Gleoisín'] as const;

/** A day as free text, not as a timestamp (wire-format 3). */
function typedDay(random: Random): string {
  const [day, month, year] = [random.between(1, 28), random.between(1, 12), random.between(5, 14)];
  return random.pick([
    `${zeroPadded(day, 2)}.${zeroPadded(month, 2)}.${zeroPadded(year, 2)}`,
    `${day}.${zeroPadded(month, 2)}.${zeroPadded(year, 2)}`,
    `${zeroPadded(day, 2)}/${zeroPadded(month, 2)}/20${zeroPadded(year, 2)}`,
    `20${zeroPadded(year, 2)}`,
  ]);
}

/** Digitisation data of a photograph. */
const digitizationOf = (random: Random): Digitization => ({
  dateCaptured: random.maybe(0.95, () => typedDay(random)),
  operator: random.pick(OPERATORS),
  captureDevice: random.pick(['Flatbed Model 7', 'Repro stand 2']),
  captureSoftware: 'ScanKit 3.1',
  sourceCondition: random.pick(['good', 'fair', 'poor']),
  copyNote: random.maybe(0.5, () => 'first copy'),
  mimeType: random.pick(['image/tiff', 'image/tiff', 'image/jpeg']),
  imageBitDepth: random.pick(['8', '16']),
  imageEditor: random.maybe(0.4, () => random.pick(['none', 'PixelTidy 2'])),
  imageResolution: random.pick(['600', '1200', '300 dpi']),
  imageSize: `${random.between(24, 60)}00 x ${random.between(18, 40)}00`,
  fileSize: `${random.between(2, 98)}.${random.between(0, 9)} MB`,
  computerOS: 'Workstation OS 5',
  storage: random.pick(['D:\\masters\\cbeg', '/vol2/cbeg']),
});

/** Data of the archive's earlier system, mostly incomplete. */
const archivedInfoOf = (random: Random): Photograph['archivedInfo'] => ({
  copyright: random.maybe(0.5, () => 'Mossgrapple estate, by letter'),
  condition: random.maybe(0.5, () => 'Stained, says Tinkerfrond'),
  topic: random.maybe(0.5, () => 'Festivals, Yarrowclub list'),
  date: random.maybe(0.5, () => `Before ${random.between(1_900, 1_970)}, by hearsay`),
  photographer: random.maybe(0.5, () => 'Perhaps Wimbleskerry'),
  location: random.maybe(0.5, () => 'Near the Hexhollow cross'),
  format: random.maybe(0.9, () => 'Half-plate, Crankledown box'),
});

/** Defects of photographs. */
const PHOTOGRAPH_DEFECTS: Defects<Photograph> = {
  ...dateDefects('date'),
  'copyright unknown': (photograph) => ({ ...photograph, copyright: UNKNOWN_CODE }),
  'condition unknown': (photograph) => ({ ...photograph, condition: 9 }),
  'condition marked up': changeField('conditionDescription', withMarkup),
  'description of digits': (photograph) => ({
    ...photograph,
    archivedDescription: '1937',
    archivedDescriptionStatus: 'PUB',
  }),
  'description with a control character': changeField('archivedDescription', withControlCharacter),
  'reference with slashes': changeField('referenceNumber', (number) => ` ${number}//1 `),
  'reference of another topic': (photograph) =>
    photograph.referenceNumber === undefined || photograph.handbookTopic === undefined
      ? undefined
      : { ...photograph, referenceNumber: `0${photograph.referenceNumber}` },
  'reference missing': (photograph) =>
    photograph.referenceNumber === undefined ? undefined : { ...photograph, referenceNumber: undefined },
  'reference with a control character': changeField('referenceNumber', withControlCharacter),
  'reference cut off': changeField('referenceNumber', withLoneSurrogate),
  'topic in no list': (photograph) =>
    photograph.handbookTopic === undefined || photograph.referenceNumber === undefined
      ? undefined
      : {
          ...photograph,
          handbookTopic: { ...photograph.handbookTopic, id: `${photograph.handbookTopic.id}0` },
          referenceNumber: `${photograph.handbookTopic.id}0.01.00001`,
        },
  'format unknown': (photograph) => ({
    ...photograph,
    formats: [{ quantity: 0, color: UNKNOWN_CODE, dimensions: '0' }],
  }),
  'somebody named twice': (photograph) =>
    photograph.relevantPersons.length === 0
      ? undefined
      : { ...photograph, relevantPersons: [...photograph.relevantPersons, ...photograph.relevantPersons] },
};

const FIRST_ID = 1_200_001;
/** Some photographs have much higher numbers: ids above 2^31 occur (wire-format 1). */
const HIGH_ID = 6_000_000_000;
const HIGH_EVERY = 1_009;

const COPYRIGHTS = weighted([70, 'CBE'], [10, 'OTH'], [4, 'NOT'], [12, 'UNK'], [4, undefined]);

/** 3 is admitted by the filter and named nowhere (wire-format 3). */
const CONDITIONS = weighted([55, 2], [25, 1], [10, 0], [1, 3], [9, undefined]);

/** The statuses of old descriptions. */
const DESCRIPTION_STATUSES = weighted([80, 'PUB'], [10, 'EDIT'], [10, undefined]);

/** The number of formats of a photograph. */
const FORMATS = weighted([1, 0], [7, 1], [2, 2]);

/** The photographs. */
export function makePhotographs(
  seed: number,
  defects: DefectSettings,
  count: number,
  gazetteer: Gazetteer,
  people: People,
): Photograph[] {
  const inject = defectInjectorOf(seed, defects, 'photograph', PHOTOGRAPH_DEFECTS);
  return Array.from({ length: count }, (_, number) =>
    inject(photographOf(seed, number, gazetteer, people), number),
  );
}

function photographOf(seed: number, number: number, gazetteer: Gazetteer, people: People): Photograph {
  const random = new Random(seed, 'photograph', number);
  const topic = random.maybe(0.95, () => random.pick(HANDBOOK_TOPICS));
  const parish = random.below(gazetteer.parishes);
  const digitized = random.chance(0.6);
  // The first is unpublished and the third sensitive, so that there is one of each in every world.
  const [published, sensitive] = [random.chance(0.96), random.chance(0.01)];
  return {
    id: (number % HIGH_EVERY === 7 ? HIGH_ID : FIRST_ID) + number,
    ...timestampsOf(makeHistory(firstDayOf(2015), 1_500, 0.4, random), random),
    editorsPick: featuredDays(0.01, random),
    referenceNumber: random.maybe(
      0.97,
      () => `${topic?.id ?? 'X'}.${zeroPadded(random.between(1, 40), 2)}.${zeroPadded(number + 1, 5)}`,
    ),
    status: number === 0 || !published ? random.below(PUBLISHED) : PUBLISHED,
    sensitive: number === 2 || sensitive,
    digitized,
    copyright: random.pickWeighted(COPYRIGHTS),
    condition: random.pickWeighted(CONDITIONS),
    conditionDescription: random.maybe(0.2, () =>
      random.pick(['Slight fading at the left edge', 'Torn corner; "A"', 'cracked']),
    ),
    handbookTopic: topic,
    date: random.maybe(0.75, () => dateAround(random.between(1_890, 1_975), random)),
    photographer: random.maybe(0.7, () => people.photographer(random)),
    relevantPersons: random.chance(0.2) ? [people.anyone(random)] : [],
    counties: random.chance(0.7) ? [gazetteer.countyOf(parish)] : [],
    locationsIreland: random.chance(0.6) ? [gazetteer.placeIn(parish, random)] : [],
    countries: random.chance(0.03) ? [random.pick(COUNTRY_LIST)] : [],
    locationsAbroad: random.chance(0.03) ? [random.pick(LOCATIONS_ABROAD)] : [],
    archivedDescriptionStatus: random.pickWeighted(DESCRIPTION_STATUSES),
    archivedDescription: random.maybe(0.85, () => photographCaption(random)),
    ...extraInfoOf(0.15, random, editorRemark),
    formats: Array.from(
      {
        length: random.pickWeighted(FORMATS),
      },
      () => formatOf(random),
    ),
    archivedInfo: random.maybe(0.1, () => archivedInfoOf(random)),
    digitization: digitized ? random.maybe(0.9, () => digitizationOf(random)) : undefined,
  };
}

function formatOf(random: Random): PhotographFormat {
  return {
    quantity: random.maybe(0.9, () => random.between(1, 4)),
    color: random.maybe(0.9, () => random.pick(['bw', 'bw', 'bw', 'col', 'sepia'])),
    colorComment: random.maybe(0.03, () => 'warm tone'),
    dimensions: random.maybe(0.6, () => `${random.between(5, 20)}5mm x ${random.between(5, 15)}5mm`),
    dimensionsComment: random.maybe(0.03, () => 'trimmed on one side'),
    medium: random.maybe(0.95, () => random.pick(['negative', 'print', 'slide'])),
    mediumComment: random.maybe(0.03, () => 'glass in the older list'),
    physical: random.maybe(0.5, () => random.pick(['nitrate', 'acetate', 'glass', 'paper'])),
    physicalComment: random.maybe(0.03, () => 'kept apart'),
  };
}
