import { dateInWords } from '../dates-in-words.js';
import type { ResourceSummary } from '../index/release-index.js';
import type { Word } from '../interface-words.js';
import { cardsOf } from '../search/cards.js';
import { INHERITED } from '../search/result-card.js';
import type { RecordStatements } from './record-statements.js';

/** A date in words, or counties or places, that hold for a work and that something else states. */
interface InheritedFact {
  readonly term: 'dateSpan' | 'county' | 'place';
  readonly values: readonly (string | ResourceSummary)[];
  /** Whose they are. */
  readonly whose: Word;
}

/** The date, the county and the place that hold for a work and that its school, its part or its collection states. */
export function inheritedFacts(record: RecordStatements, summary: ResourceSummary): InheritedFact[] {
  const { site, language } = record.context;
  const [card] = cardsOf(site, [summary]);
  if (card === undefined) return [];
  const { date, counties, countiesFrom, places } = card;
  const facts: InheritedFact[] = [];
  if (date?.from !== undefined)
    facts.push({
      term: 'dateSpan',
      values: [dateInWords(date.edtf, date.qualifier, language)],
      whose: INHERITED.date[date.from],
    });
  if (countiesFrom !== undefined)
    facts.push({ term: 'county', values: counties, whose: INHERITED.county[countiesFrom] });
  if (summary.kind === 'item' && record.values('place').length === 0 && places.length > 0)
    facts.push({ term: 'place', values: places, whose: 'placeOfPart' });
  return facts;
}
