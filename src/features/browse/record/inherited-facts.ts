import { dateInWords } from '../dates-in-words.js';
import type { ResourceSummary } from '../index/release-index.js';
import { facetValueNameOf, type Language, type Word, wordsIn } from '../interface-words.js';
import { labelOf } from '../layout.js';
import { type Card, cardOf } from '../search/cards.js';
import { INHERITED } from '../search/result-card.js';
import type { RecordStatements } from './record-statements.js';
import { propertyName } from './record-values.js';

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
export function inheritedFacts(
  record: RecordStatements,
  summary: ResourceSummary,
  card = cardOf(record.context.site, summary),
): InheritedFact[] {
  const { date, counties, countiesFrom, places } = card;
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

/** The kinds of records that state when and where something is from. */
const WITH_CLAIMS: ReadonlySet<string> = new Set(['item', 'photograph', 'part']);

/**
 * What a citation of a work rests on: the date with its certainty, the county, the place and the roles, each with whose statement
 * it is. `Date: 1937 to 1939 (years of the collection); County: Donegal (county of its school)`. Undefined for other records.
 */
export function claimsInWords(
  record: RecordStatements,
  summary: ResourceSummary,
  card?: Card,
): string | undefined {
  const { site, language, words } = record.context;
  if (card === undefined || !WITH_CLAIMS.has(summary.kind ?? '')) return undefined;
  const inherited = inheritedFacts(record, summary, card);
  const stated = [
    { term: 'dateSpan', values: card.date === undefined ? [] : [card.date] },
    { term: 'county', values: card.counties },
    { term: 'place', values: card.places },
  ] as const;
  const facts = stated.flatMap(({ term, values }) => {
    if (values.length === 0) return [];
    const whose = inherited.find((one) => one.term === term)?.whose ?? 'ofRecord';
    const names = new Set(values.map((one) => inheritedValue(one, language)));
    return `${propertyName(record, site.iriOf(term))}: ${[...names].join(', ')} (${words(whose)})`;
  });
  const roles = [...new Set(card.people.map(({ role }) => facetValueNameOf(role, language)))];
  if (roles.length > 0) facts.push(`${roles.join(', ')} (${words('ofRecord')})`);
  return facts.length === 0
    ? undefined
    : `${words('claims').replace('{release}', site.manifest.label)} ${facts.join('; ')}.`;
}
