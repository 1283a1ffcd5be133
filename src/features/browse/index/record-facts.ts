import { entry } from '../../../base/map-entry.js';
import { rdf, webAddress } from '../../../model/rdf/iris.js';
import { recordIriOf } from '../../../model/rdf/record-order.js';
import { type IndexedKind, type IndexWords, KINDS_BY_CLASS } from './index-words.js';
import { iriIn, literalIn, type Statement } from './statements.js';

/** A text with its language; without one, the empty string. */
export type LanguageText = readonly [language: string, text: string];

/** What the index has of one record of one dataset. */
export interface RecordFacts {
  readonly kind: IndexedKind | undefined;
  readonly labels: readonly LanguageText[];
  /** For the search: titles and names. */
  readonly names: readonly LanguageText[];
  /** For the search: extracts, descriptions, transcripts. */
  readonly texts: readonly LanguageText[];
  /** Links to other records of the release. */
  readonly links: readonly (readonly [property: string, target: string])[];
  readonly languages: readonly string[];
  /** The place of a page in its volume, or of an item on its page. */
  readonly position?: number;
  readonly points: readonly (readonly [latitude: number, longitude: number])[];
  /** Whether it names a picture of itself that pages may show. */
  readonly hasPicture: boolean;
}

type Point = { latitude?: number; longitude?: number };

/** Collects the facts of a record from its statements. */
export function factsOf(iri: string, statements: readonly Statement[], words: IndexWords): RecordFacts {
  const labels: LanguageText[] = [];
  const prefLabels: LanguageText[] = [];
  const names = new Map<string, LanguageText>();
  const texts: LanguageText[] = [];
  const links = new Map<string, readonly [string, string]>();
  const languages: string[] = [];
  let kind: IndexedKind | undefined;
  let position: number | undefined;
  let image: string | undefined;
  let code: string | undefined;
  const addresses = new Map<string, string>();
  const points = new Map<string, Point>();
  for (const statement of statements) {
    const { subject, property } = statement;
    const isRecord = subject === iri;
    const object = iriIn(statement);
    if (object !== undefined) {
      if (property === rdf.type) {
        if (isRecord) kind ??= KINDS_BY_CLASS.get(words.classWord(object));
        continue;
      }
      if (isRecord && property === words.associatedMedia) image ??= object;
      if (property === words.contentUrl && !addresses.has(subject)) addresses.set(subject, object);
      if (!object.startsWith(words.base)) continue;
      const target = recordIriOf(object);
      if (target !== iri) links.set(`${property} ${target}`, [property, target]);
    } else if (words.literals.has(property)) {
      const [language, text] = literalIn(statement);
      if (isRecord && property === words.label) labels.push([language, text]);
      if (isRecord && property === words.prefLabel) prefLabels.push([language, text]);
      if (isRecord && property === words.code) code ??= text;
      if (isRecord && words.positions.has(property)) position ??= numberOf(text);
      if (words.names.has(property)) names.set(`${language} ${text}`, [language, text]);
      else if (words.texts.has(property)) texts.push([language, text]);
      else if (property === words.inLanguage) languages.push(text);
      else if (property === words.latitude)
        entry(points, subject, () => ({}) as Point).latitude = Number(text);
      else if (property === words.longitude)
        entry(points, subject, () => ({}) as Point).longitude = Number(text);
    }
  }
  // A concept is found by its notation, too.
  if (kind === 'concept' && code !== undefined) names.set(` ${code}`, ['', code]);
  return {
    kind,
    labels: labels.length > 0 ? labels : withNotation(iri, prefLabels, code, words),
    names: [...names.values()],
    texts,
    links: [...links.values()],
    languages,
    ...(position === undefined ? {} : { position }),
    points: [...points.values()].flatMap(({ latitude, longitude }) =>
      latitude === undefined || longitude === undefined ? [] : [[latitude, longitude] as const],
    ),
    hasPicture: image !== undefined && pictureAddress(addresses.get(image) ?? '') !== undefined,
  };
}

/** Readers know a tale type or motif by its notation: it stands before the label of a concept of the operator's schemes. */
const withNotation = (
  iri: string,
  labels: readonly LanguageText[],
  notation: string | undefined,
  { base }: IndexWords,
): readonly LanguageText[] =>
  notation !== undefined && iri.startsWith(`${base}subject/`)
    ? labels.map(([language, text]) => [language, text === notation ? text : `${notation} ${text}`])
    : labels;

const numberOf = (text: string): number | undefined =>
  text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text);

/** Scheme, host and port, without any character that has a meaning in a policy (CSP 3, 2.3.1). */
const ORIGIN = /^https?:\/\/(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::\d+)?$/;

/** The address of a picture or an image service as pages may name it; undefined for what is not of a web host. */
export function pictureAddress(iri: string): URL | undefined {
  const address = webAddress(iri);
  const url = address === undefined ? undefined : new URL(address);
  return url !== undefined && ORIGIN.test(url.origin) ? url : undefined;
}
