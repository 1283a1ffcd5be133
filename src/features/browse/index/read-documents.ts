import { copyOf } from '../../../base/text.js';
import { ThreadPool } from '../../../base/thread-pool.js';
import { readContext } from '../../../model/rdf/context.js';
import { type DumpFile, recognise } from '../../../model/rdf/formats/recognise-dump.js';
import { rdf } from '../../../model/rdf/iris.js';
import { shortened } from './document-text.js';
import { type IndexedKind, type IndexWords, indexWords, LISTED_KINDS } from './index-words.js';
import { factsOf, type LanguageText, type RecordFacts } from './record-facts.js';
import { indexedWords } from './search-words.js';
import { iriIn, readRecords, type Statement } from './statements.js';

/** A record as the index keeps it: plain data. */
export interface IndexedDocument {
  readonly iri: string;
  /** The path, or the IRI of what is not below the base. */
  readonly path: string;
  readonly kind: IndexedKind | undefined;
  readonly labels: readonly LanguageText[];
  readonly position: number | undefined;
  /** The item that a transcript is of. */
  readonly transcribed: string | undefined;
  /** Properties by their numbers, and what they lead to. */
  readonly links: readonly (readonly [property: number, target: string])[];
  readonly languages: readonly string[];
  readonly points: RecordFacts['points'];
  readonly hasPicture: boolean;
  /** The words of names and of texts, of a record that the search finds. */
  readonly words: readonly [names: string, texts: string] | undefined;
  /** The statements ({@link shortened}). */
  readonly text: string;
}

/** Neighbours in a dump, and the properties that are new in them, in the order of their numbers. */
export interface DocumentBatch {
  readonly documents: readonly IndexedDocument[];
  readonly properties: readonly string[];
}

/** Numbers of properties, from 1. */
export class PropertyNumbers {
  readonly #numbers = new Map<string, number>();
  #isNew: string[] = [];

  of(iri: string): number {
    const known = this.#numbers.get(iri);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    const copy = copyOf(iri);
    this.#numbers.set(copy, number);
    this.#isNew.push(copy);
    return number;
  }

  /** The properties since the last call. */
  takeNew(): readonly string[] {
    return this.#isNew.splice(0);
  }
}

/** Records that the search finds: a transcript is shown as its item. */
const FOUND: ReadonlySet<IndexedKind> = new Set<IndexedKind>([...LISTED_KINDS, 'transcript']);

/** The path of an IRI below the base; any other IRI as it is. */
export const pathOf = (iri: string, base: string): string =>
  iri.startsWith(base) ? iri.slice(base.length) : iri;

/** A record, or a term of a vocabulary, as the index keeps it. */
export function documentOf(
  iri: string,
  statements: readonly Statement[],
  words: IndexWords,
  properties: PropertyNumbers,
  hasLinks = true,
): IndexedDocument {
  const facts = factsOf(iri, statements, words);
  const path = pathOf(iri, words.base);
  const kind = kindOf(facts.kind, path);
  const transcribes = words.iriOf('transcribesItem');
  return {
    iri,
    path,
    kind,
    labels: labelsOf(kind, facts),
    position: facts.position,
    transcribed: facts.links.find(([property]) => property === transcribes)?.[1],
    links: hasLinks ? facts.links.map(([property, target]) => [properties.of(property), target]) : [],
    languages: facts.languages,
    points: facts.points,
    hasPicture: facts.hasPicture,
    words:
      kind === undefined || !FOUND.has(kind) ? undefined : [allWords(facts.names), allWords(facts.texts)],
    text: shortened(statements, words.base, (property) => properties.of(property)),
  };
}

/** What lists call a record. The label of a photograph is its shelf mark: lists have the beginning of its description. */
function labelsOf(
  kind: IndexedKind | undefined,
  { labels, names, texts }: RecordFacts,
): readonly LanguageText[] {
  if (kind === 'photograph' && texts.length > 0)
    return texts.map(([language, text]) => [language, beginningOf(text)] as const);
  return labels.length > 0 ? labels : names.slice(0, 1).map(([, text]) => ['', text]);
}

/** Characters of a title that is made of a description. */
const MOST_TITLE = 90;

/** The first sentence of a text, or as many of its words as a title has. */
function beginningOf(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  const [sentence = ''] = /^.+?[.!?](?= \p{Lu})/u.exec(plain) ?? [];
  const first = (sentence || plain).replace(/\.$/, '');
  if (first.length <= MOST_TITLE) return first;
  const end = first.lastIndexOf(' ', MOST_TITLE);
  return `${first.slice(0, end > 0 ? end : MOST_TITLE).toWellFormed()} …`;
}

/** Concepts of the two lists of topics, and of the operator's schemes, are topics. */
const kindOf = (kind: IndexedKind | undefined, path: string): IndexedKind | undefined =>
  kind === 'concept' && /^(?:cbes\/topic|handbook|subject)\//.test(path) ? 'topic' : kind;

const allWords = (texts: readonly LanguageText[]): string =>
  texts.map(([language, text]) => indexedWords(text, language)).join(' ');

/** People who are nodes of the work that recorded them, with their statements: their id stands for several (model 7.3, X7). */
const peopleWithin = (
  iri: string,
  statements: readonly Statement[],
  words: IndexWords,
): [string, readonly Statement[]][] =>
  statements.flatMap((statement) => {
    const { subject: node, property } = statement;
    if (property !== rdf.type || node === iri) return [];
    if (words.classWord(iriIn(statement) ?? '') !== PERSON_WITHIN) return [];
    return [[node, statements.filter(({ subject }) => subject === node || subject.startsWith(`${node}-`))]];
  });

const PERSON_WITHIN = 'picom:PersonObservation';

/** Records and characters of a batch, about. */
const BATCH = 500;
const BATCH_LENGTH = 1 << 20;

/**
 * The records of a dump.
 *
 * @throws FolkloreError FILE_UNREADABLE with the file and the line
 */
export async function* documentsIn(
  path: string,
  words: IndexWords,
  properties: PropertyNumbers,
): AsyncGenerator<DocumentBatch> {
  const dump: DumpFile = await recognise(path);
  let documents: IndexedDocument[] = [];
  let length = 0;
  for await (const { iri, statements } of readRecords(dump)) {
    const document = documentOf(iri, statements, words, properties);
    documents.push(document);
    length += document.text.length;
    for (const [person, own] of peopleWithin(iri, statements, words))
      documents.push(documentOf(person, own, words, properties));
    if (documents.length < BATCH && length < BATCH_LENGTH) continue;
    yield { documents, properties: properties.takeNew() };
    documents = [];
    length = 0;
  }
  yield { documents, properties: properties.takeNew() };
}

/** What the thread knows from the start. */
export interface ReaderData {
  readonly base: string;
  readonly vocabularyBase: string;
}

/** The words of the index of a release. */
export const wordsOf = ({ base, vocabularyBase }: ReaderData): IndexWords =>
  indexWords(readContext(undefined, vocabularyBase), base);

/** What the thread is asked: to begin a dump, or for its next records. */
export type ReaderJob = { readonly dump: string } | 'next';
/** The answer; undefined at the end of a dump, and when one has begun. */
export type ReaderOutput = DocumentBatch | undefined;

const SCRIPT = new URL('./read-documents-worker.js', import.meta.url);

/** Reads dumps in a thread, so that one processor reads while another one writes. */
export class DocumentThread {
  readonly #pool: ThreadPool<ReaderJob, ReaderOutput>;

  constructor(workerData: ReaderData) {
    this.#pool = new ThreadPool(SCRIPT, 1, {
      workerData,
      perThread: AHEAD + 1,
      nameOf: (job) => (job === 'next' ? 'records' : job.dump),
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
    });
  }

  /** The records of a dump: batches are read ahead. */
  async *documentsIn(dump: string): AsyncGenerator<DocumentBatch> {
    await this.#pool.run({ dump });
    const ahead = Array.from({ length: AHEAD }, () => this.#next());
    for (;;) {
      const batch = await ahead.shift();
      if (batch === undefined) break;
      ahead.push(this.#next());
      yield batch;
    }
    await Promise.all(ahead);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #next(): Promise<ReaderOutput> {
    const batch = this.#pool.run('next');
    // The error is that of the one who waits for the batch.
    batch.catch(() => {});
    return batch;
  }
}

/** Batches that are read while others are written. */
const AHEAD = 4;
