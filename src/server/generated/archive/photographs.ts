import type { Photograph, PhotographFormat } from '../../../dictionary/archive/photograph.js';
import { digits } from '../calendar.js';
import { dateAbout } from '../dates.js';
import { Dice, lots } from '../dice.js';
import { type Dirt, soilerOf } from '../dirt.js';
import { historyFrom, picks, stamped, startOf } from '../history.js';
import type { Gazetteer } from '../places/gazetteer.js';
import { remark, sight } from '../texts.js';
import { COUNTRIES, LOCATIONS_ABROAD } from './abroad.js';
import { archivedInfoOf, digitizationOf } from './digitization.js';
import { extraInfoOf } from './extra-info.js';
import { PUBLISHED } from './frames.js';
import type { People } from './people.js';
import { PHOTOGRAPH_SOIL } from './photographs-soil.js';
import { HANDBOOK_TOPICS } from './subjects.js';

const FIRST_ID = 1_200_001;
/** Now and then one was numbered far above the others: ids above 2^31 occur (wire-format 1). */
const HIGH_ID = 6_000_000_000;
const HIGH_EVERY = 1_009;

const COPYRIGHTS = lots([70, 'CBE'], [10, 'OTH'], [4, 'NOT'], [12, 'UNK'], [4, undefined]);

/** 3 is admitted by the filter and named nowhere (wire-format 3). */
const CONDITIONS = lots([55, 2], [25, 1], [10, 0], [1, 3], [9, undefined]);

/** Whether the old description is ready. */
const DESCRIPTION_STATUSES = lots([80, 'PUB'], [10, 'EDIT'], [10, undefined]);

/** How many formats a photograph is kept in. */
const FORMATS = lots([1, 0], [7, 1], [2, 2]);

/** The photographs. */
export function photographsOf(
  seed: number,
  dirt: Dirt,
  count: number,
  gazetteer: Gazetteer,
  people: People,
): Photograph[] {
  const soil = soilerOf(seed, dirt, 'photograph', PHOTOGRAPH_SOIL);
  return Array.from({ length: count }, (_, number) =>
    soil(photographOf(seed, number, gazetteer, people), number),
  );
}

function photographOf(seed: number, number: number, gazetteer: Gazetteer, people: People): Photograph {
  const dice = new Dice(seed, 'photograph', number);
  const topic = dice.maybe(0.95, () => dice.pick(HANDBOOK_TOPICS));
  const parish = dice.below(gazetteer.parishes);
  const digitized = dice.chance(0.6);
  // The first is unpublished and the third sensitive, so that there is one of each in every world.
  const [published, sensitive] = [dice.chance(0.96), dice.chance(0.01)];
  return {
    id: (number % HIGH_EVERY === 7 ? HIGH_ID : FIRST_ID) + number,
    ...stamped(historyFrom(startOf(2015), 1_500, 0.4, dice), dice),
    editorsPick: picks(0.01, dice),
    referenceNumber: dice.maybe(
      0.97,
      () => `${topic?.id ?? 'X'}.${digits(dice.between(1, 40), 2)}.${digits(number + 1, 5)}`,
    ),
    status: number === 0 || !published ? dice.below(PUBLISHED) : PUBLISHED,
    sensitive: number === 2 || sensitive,
    digitized,
    copyright: dice.draw(COPYRIGHTS),
    condition: dice.draw(CONDITIONS),
    conditionDescription: dice.maybe(0.2, () =>
      dice.pick(['Slight fading at the left edge', 'Torn corner; "A"', 'cracked']),
    ),
    handbookTopic: topic,
    date: dice.maybe(0.75, () => dateAbout(dice.between(1_890, 1_975), dice)),
    photographer: dice.maybe(0.7, () => people.photographer(dice)),
    relevantPersons: dice.chance(0.2) ? [people.anyone(dice)] : [],
    counties: dice.chance(0.7) ? [gazetteer.countyOf(parish)] : [],
    locationsIreland: dice.chance(0.6) ? [gazetteer.placeIn(parish, dice)] : [],
    countries: dice.chance(0.03) ? [dice.pick(COUNTRIES)] : [],
    locationsAbroad: dice.chance(0.03) ? [dice.pick(LOCATIONS_ABROAD)] : [],
    archivedDescriptionStatus: dice.draw(DESCRIPTION_STATUSES),
    archivedDescription: dice.maybe(0.85, () => sight(dice)),
    ...extraInfoOf(0.15, dice, remark),
    formats: Array.from(
      {
        length: dice.draw(FORMATS),
      },
      () => formatOf(dice),
    ),
    archivedInfo: dice.maybe(0.1, () => archivedInfoOf(dice)),
    digitization: digitized ? dice.maybe(0.9, () => digitizationOf(dice)) : undefined,
  };
}

function formatOf(dice: Dice): PhotographFormat {
  return {
    quantity: dice.maybe(0.9, () => dice.between(1, 4)),
    color: dice.maybe(0.9, () => dice.pick(['bw', 'bw', 'bw', 'col', 'sepia'])),
    colorComment: dice.maybe(0.03, () => 'warm tone'),
    dimensions: dice.maybe(0.6, () => `${dice.between(5, 20)}5mm x ${dice.between(5, 15)}5mm`),
    dimensionsComment: dice.maybe(0.03, () => 'trimmed on one side'),
    medium: dice.maybe(0.95, () => dice.pick(['negative', 'print', 'slide'])),
    mediumComment: dice.maybe(0.03, () => 'glass in the older list'),
    physical: dice.maybe(0.5, () => dice.pick(['nitrate', 'acetate', 'glass', 'paper'])),
    physicalComment: dice.maybe(0.03, () => 'kept apart'),
  };
}
