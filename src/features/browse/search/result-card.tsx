import { dateInWords } from '../dates-in-words.js';
import type { ResourceSummary } from '../index/release-index.js';
import { facetValueNameOf, kindName, type Word } from '../interface-words.js';
import { addressOf, labelOf, type PageProps } from '../layout.js';
import { KeepButton } from '../page-parts.js';
import type { Picture } from '../pictures/pictures.js';
import { type Card, type CardText, cardsOf, type Inherited } from './cards.js';

/** Whose a county or a date is, in words. */
export const INHERITED: Readonly<Record<'county' | 'date', Readonly<Record<Inherited, Word>>>> = {
  county: {
    place: 'countyOfPlace',
    school: 'countyOfSchool',
    part: 'countyOfPart',
    collection: 'countyOfCollection',
    works: 'countyOfWorks',
  },
  date: {
    place: 'dateOfPart',
    school: 'dateOfPart',
    part: 'dateOfPart',
    collection: 'dateOfCollection',
    works: 'dateOfPart',
  },
};

/** Characters of a text on a card, before and after the first word that was found. */
const BEFORE = 80;
const AFTER = 200;

/** Finds which word of the search a word is, which is marked; undefined where no words were searched. */
type WordTest = ((word: string) => number | undefined) | undefined;

interface ResultsProps extends PageProps {
  /** Pictures of some of the records, by path. */
  readonly pictures?: ReadonlyMap<string, Picture>;
  readonly records: readonly ResourceSummary[];
  /** The place of the first record in the whole list. */
  readonly start?: number;
  /** The words that were searched. */
  readonly searched?: string;
  /** The words that some of the records lack, by path. */
  readonly missing?: ReadonlyMap<string, readonly string[]>;
}

/** Records as a list of cards. */
export function Results({ context, records, pictures, start, searched = '', missing }: ResultsProps) {
  const isFound = searched === '' ? undefined : context.site.search.markerOf(searched);
  // Photographs alone are looked at.
  const isGallery =
    pictures !== undefined && pictures.size > 0 && records.every(({ kind }) => kind === 'photograph');
  const shown = (card: Card) => (
    <ResultCard
      context={context}
      card={card}
      picture={pictures?.get(card.path)}
      isFound={isFound}
      missing={missing?.get(card.path)}
    />
  );
  return (
    <ol class={isGallery ? 'results gallery' : 'results'} start={start}>
      {withEqualTitles(cardsOf(context.site, records)).map(([first, ...others]) => (
        <>
          {first !== undefined && shown(first)}
          {others.length > 0 && (
            <li class="equal-titles">
              <details>
                <summary>{context.words('equalTitles').replace('{count}', String(others.length))}</summary>
                <ol class="results">{others.map(shown)}</ol>
              </details>
            </li>
          )}
        </>
      ))}
    </ol>
  );
}

/** Cards in groups: stories without a text stand with those before them that have the same title. */
function withEqualTitles(cards: readonly Card[]): readonly (readonly Card[])[] {
  const groups: Card[][] = [];
  for (const card of cards) {
    const before = groups.at(-1);
    const isEqual =
      card.kind === 'item' &&
      card.texts.length === 0 &&
      before?.[0]?.texts.length === 0 &&
      before[0].label_en === card.label_en;
    if (isEqual) before.push(card);
    else groups.push([card]);
  }
  return groups;
}

/** A record in a list: what it is, when and where it is from, who made it, and the words that were found. */
export function ResultCard({
  context,
  card,
  picture,
  isFound,
  missing = [],
}: PageProps & {
  readonly card: Card;
  readonly picture?: Picture | undefined;
  readonly isFound?: WordTest;
  /** Words of the search that the record lacks. */
  readonly missing?: readonly string[] | undefined;
}) {
  const { language, words } = context;
  const { date, died, reference, countiesFrom } = card;
  const dates = [date, died]
    .flatMap((one) => one ?? [])
    .map(({ edtf, qualifier }) => dateInWords(edtf, qualifier, language));
  const names = (records: Card['places']) => records.map((one) => labelOf(one, language));
  const where = [
    ...new Set([...names(card.places).slice(0, MOST_NAMES), ...names(card.counties).slice(0, MOST_NAMES)]),
  ];
  const facts = [
    dates.length === 0
      ? undefined
      : `${dates.join(' – ')}${date?.from === undefined ? '' : ` (${words(INHERITED.date[date.from])})`}`,
    where.length === 0
      ? undefined
      : `${where.join(', ')}${countiesFrom === undefined ? '' : ` (${words(INHERITED.county[countiesFrom])})`}`,
    reference === undefined
      ? undefined
      : typeof reference === 'string'
        ? reference
        : labelOf(reference, language),
  ].flatMap((one) => one ?? []);
  /** Topics, and schools or chapters, by which it was found. */
  const found = card.topics.filter((one) => bestPlace(labelOf(one, language), isFound).words > 0);
  const around = [
    { name: words('topicOf'), of: found.filter(({ kind }) => kind !== 'part') },
    { name: kindName('part', 'one', language), of: found.filter(({ kind }) => kind === 'part') },
  ].filter(({ of }) => of.length > 0);
  return (
    <li class={picture === undefined ? 'card' : 'card with-picture'}>
      {picture !== undefined && (
        <a class="thumbnail" href={addressOf(card.path)}>
          <img src={picture.service?.small ?? picture.address} alt={picture.name} loading="lazy" />
        </a>
      )}
      <p class="card-title">
        <a href={addressOf(card.path)}>
          <Marked text={labelOf(card, language)} isFound={isFound} />
        </a>{' '}
        {card.kind !== null && <span class="badge">{kindName(card.kind, 'one', language)}</span>}{' '}
        <KeepButton context={context} path={card.path} />
      </p>
      {facts.length > 0 && (
        <p class="card-facts">
          <Marked text={facts.join(' · ')} isFound={isFound} />
        </p>
      )}
      {card.people.length > 0 && (
        <p class="card-facts">
          {card.people.slice(0, MOST_NAMES).map(({ role, person }, at) => (
            <>
              {at > 0 && ' · '}
              {facetValueNameOf(role, language)}:{' '}
              <a href={addressOf(person.path)}>
                <Marked text={labelOf(person, language)} isFound={isFound} />
              </a>
            </>
          ))}
          {card.people.length > MOST_NAMES && ' …'}
        </p>
      )}
      {around.map(({ name, of }) => (
        <p class="card-facts">
          {name}: <Marked text={names(of).join(' · ')} isFound={isFound} />
        </p>
      ))}
      <Snippet
        texts={card.texts.filter(
          ({ text }) =>
            !text.startsWith(labelOf(card, language).replace(/ …$/, '')) || text.length > MOST_REPEATED,
        )}
        isFound={isFound}
      />
      {missing.length > 0 && (
        <p class="missing">
          {words('withoutWords')}{' '}
          {missing.map((word, at) => (
            <>
              {at > 0 && ', '}
              <s>{word}</s>
            </>
          ))}
        </p>
      )}
    </li>
  );
}

/** Characters of a text that only repeats the title of its record, at most. */
const MOST_REPEATED = 95;

/** Names of a kind on a card, at most. */
const MOST_NAMES = 4;

/** The part of a text with the most of the words that were found; without any, the beginning of the first text. */
function Snippet({ texts, isFound }: { readonly texts: readonly CardText[]; readonly isFound: WordTest }) {
  let best = { ...texts[0], at: 0, words: 0 };
  for (const one of texts) {
    const { at, words } = bestPlace(one.text, isFound);
    if (words > best.words) best = { ...one, at, words };
  }
  const { text, language, at } = best;
  if (text === undefined) return null;
  const from = at <= BEFORE ? 0 : startOfWord(text, at - BEFORE);
  const to = endOfWord(text, at + AFTER);
  return (
    <p class="snippet" lang={language === '' ? undefined : language}>
      {from > 0 && '… '}
      <Marked text={text.slice(from, to).toWellFormed()} isFound={isFound} />
      {to < text.length && ' …'}
    </p>
  );
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** Where the most different words that were found stand within a snippet, and how many these are. */
function bestPlace(text: string, isFound: WordTest): { readonly at: number; readonly words: number } {
  let best = { at: 0, words: 0 };
  if (isFound === undefined) return best;
  const places: { readonly at: number; readonly word: number }[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const found = isFound(word);
    if (found !== undefined) places.push({ at: index, word: found });
  }
  for (const [from, { at }] of places.entries()) {
    const words = new Set<number>();
    for (let to = from; (places[to]?.at ?? Number.POSITIVE_INFINITY) < at + AFTER; to += 1)
      words.add(places[to]?.word ?? 0);
    if (words.size > best.words) best = { at, words: words.size };
  }
  return best;
}

const startOfWord = (text: string, from: number): number => {
  const blank = text.indexOf(' ', from);
  return blank === -1 ? from : blank + 1;
};

const endOfWord = (text: string, to: number): number => {
  if (to >= text.length) return text.length;
  const blank = text.lastIndexOf(' ', to);
  return blank <= 0 ? to : blank;
};

/** A text with the words that were found marked. */
function Marked({ text, isFound }: { readonly text: string; readonly isFound: WordTest }) {
  if (isFound === undefined) return <>{text}</>;
  const pieces: { readonly text: string; readonly isMarked: boolean }[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (isFound(word) === undefined) continue;
    pieces.push({ text: text.slice(end, index), isMarked: false }, { text: word, isMarked: true });
    end = index + word.length;
  }
  pieces.push({ text: text.slice(end), isMarked: false });
  return <>{pieces.map((piece) => (piece.isMarked ? <mark>{piece.text}</mark> : piece.text))}</>;
}
