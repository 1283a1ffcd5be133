import { dateInWords } from '../dates-in-words.js';
import type { ResourceSummary } from '../index/release-index.js';
import { type Language, type Word, wordsIn } from '../interface-words.js';
import { labelOf } from '../layout.js';
import { type Card, cardOf } from '../search/cards.js';
import { INHERITED } from '../search/result-card.js';
import type { RecordStatements } from './record-statements.js';

type CardDate = NonNullable<Card['date']>;

/** A date, or counties or places, that hold for a work and that something else states. */
interface InheritedFact {
  readonly term: 'dateSpan' | 'county' | 'place';
  readonly values: readonly (CardDate | ResourceSummary)[];
  /** Whose they are. */
  readonly whose: Word;
}

/**
 * The date, the county and the place that hold for a work and that its school, its part or its collection states, from the tables
 * of the release (model 3.11).
 */
export function inheritedFacts(record: RecordStatements, summary: ResourceSummary): InheritedFact[] {
  const { date, counties, countiesFrom, places } = cardOf(record.context.site, summary);
  const facts: InheritedFact[] = [];
  if (date?.from !== undefined)
    facts.push({ term: 'dateSpan', values: [date], whose: INHERITED.date[date.from] });
  if (countiesFrom !== undefined)
    facts.push({ term: 'county', values: counties, whose: INHERITED.county[countiesFrom] });
  if (summary.kind === 'item' && record.values('place').length === 0 && places.length > 0)
    facts.push({ term: 'place', values: places, whose: 'placeOfPart' });
  return facts;
}

/** A value of a fact in words: a date, or the label of a county or a place. */
export const inheritedValue = (value: CardDate | ResourceSummary, language: Language): string =>
  'edtf' in value ? dateInWords(value.edtf, value.qualifier, language) : labelOf(value, language);

/** The values of a fact in words, each with whose it is: `Donegal (county of its school)`. */
export const inheritedTexts = ({ values, whose }: InheritedFact, language: Language): readonly string[] =>
  values.map((value) => `${inheritedValue(value, language)} (${wordsIn(language)(whose)})`);
