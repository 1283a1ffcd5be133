import { z } from 'zod';
import { bilingual, referenceTable } from '../../base/reference-data.js';
import { literalPattern } from '../../base/text.js';
import { TurtleWriter } from '../../model/rdf/formats/turtle.js';
import { FACETS } from '../browse/index/facet-statements.js';
import { type Language, named, nameOfFacetValue, nameOfValue } from '../browse/interface-words.js';
import { labelOf } from '../browse/layout.js';
import { broaderTopics } from '../browse/search/facets.js';
import type { Site } from '../browse/site.js';
import { declaredPrefixes } from '../query/unknown-terms.js';
import type { Question } from './questions.js';

const PARAMETERS = ['county', 'fromYear', 'toYear', 'topic', 'role', 'gender'] as const;
type ParameterName = (typeof PARAMETERS)[number];

const TABLE = referenceTable(
  'question-forms',
  z.strictObject({
    lists: z.record(
      z.enum(PARAMETERS),
      z.union([
        z.strictObject({ facet: z.enum(FACETS) }),
        z.strictObject({ roles: z.literal(true) }),
        z.strictObject({ values: z.array(z.string()).min(1) }),
        z.strictObject({ year: z.literal(true) }),
      ]),
    ),
    questions: z.record(
      z.string().regex(/^q\d\d$/),
      z.partialRecord(
        z.enum(PARAMETERS),
        z.strictObject({
          sets: z.array(z.string().regex(/^[^…]*…[^…]*$/)).min(1),
          canBeAny: z.literal(true).optional(),
        }),
      ),
    ),
    labelled: z.array(z.string().regex(/^q\d\d$/)),
    columns: z.record(z.string(), bilingual),
    cells: z.record(z.string(), bilingual),
  }),
);

/** The name of a column in the answer to a question; the variable where it has none. */
export const columnName = (variable: string, language: Language): string =>
  named(TABLE.columns, variable)?.[language] ?? variable;

/** What a question writes into a cell, in words. */
export const cellInWords = (text: string, language: Language): string =>
  named(TABLE.cells, text)?.[language] ?? text;

/** A value that a parameter can have. */
interface Choice {
  /** In addresses: a path below the data base, a term, or a year. */
  readonly value: string;
  readonly label: string;
  /** None for a year. */
  readonly iri?: string;
}

/** A parameter of a question, as its form shows it. */
export interface Parameter {
  readonly name: ParameterName;
  /** The values to choose from; undefined for a year. */
  readonly choices: readonly Choice[] | undefined;
  readonly canBeAny: boolean;
  /** The value in the query as it comes with the release; empty for any. */
  readonly standard: string;
  readonly value: string;
  /** Whether an address gave a value that is not in the list. */
  readonly isUnknown: boolean;
}

/** A question with the values that an address gives to its parameters. */
export interface FilledQuestion {
  readonly question: Question;
  readonly parameters: readonly Parameter[];
  readonly query: string;
}

/** A value in a query. */
const VALUE = String.raw`(<[^<>\s]*>|[A-Za-z][\w-]*:[\w-]+|\d+)`;
const YEAR = /^\d{4}$/;
/** The beginning of a line that is a remark. */
const REMARK = /^(\s*)#\s?/;

/** Where a piece stands: the text before the value, the value, the text after it. */
const pieceOf = (text: string): RegExp => {
  const [before = '', after = ''] = text
    .split('…')
    .map((part) => literalPattern(part).replaceAll(' ', '\\s+'));
  return new RegExp(`(${before})${VALUE}(?![\\w-])(${after})`, 'g');
};

/**
 * Puts the values of an address into a question. A value is taken if it is in the list of its parameter, or a year; any other
 * one leaves the question as it is.
 *
 * @param given the value of a parameter in the address
 */
export function fillQuestion(
  site: Site,
  question: Question,
  given: (parameter: ParameterName) => string | undefined,
  language: Language,
): FilledQuestion {
  const writer = new TurtleWriter({ base: site.manifest.base, prefixes: declaredPrefixes(question.query) });
  const parameters: Parameter[] = [];
  const remarks = new Map<string, string>();
  const tokens: string[] = [];
  const before = inLanguage(question, language).split('\n');
  let lines: readonly string[] = before;
  for (const [name, { sets, canBeAny = false }] of Object.entries(TABLE.questions[question.number] ?? {})) {
    const pieces = sets.map(pieceOf);
    const standing = pieces.map((piece) => lines.find((line) => line.search(piece) >= 0));
    const [first] = standing;
    if (first === undefined || standing.includes(undefined)) continue;
    const token = new RegExp(pieces[0] as RegExp, '').exec(first)?.[2] ?? '';
    tokens.push(bareValue(token));
    const listed = choicesOf(site, name as ParameterName, language);
    const written = ({ iri, value }: Choice): string => (iri === undefined ? value : writer.iri(iri));
    const inFile = listed?.find((choice) => written(choice) === token)?.value;
    // What the query asks of and the list lacks can be asked of as well.
    const choices =
      listed === undefined || inFile !== undefined
        ? listed
        : [...listed, { value: token, label: token.replace(/^<|>$/g, '') }];
    const standard = REMARK.test(first) ? '' : (inFile ?? token);
    const wanted = given(name as ParameterName)?.trim();
    const choice: Choice | undefined =
      choices === undefined
        ? YEAR.test(wanted ?? '')
          ? { value: wanted as string, label: '' }
          : undefined
        : choices.find(({ value }) => value === wanted);
    const isAny = canBeAny && wanted === '';
    const isGiven = wanted !== undefined;
    const value = isAny ? '' : (choice?.value ?? standard);
    parameters.push({
      name: name as ParameterName,
      choices,
      canBeAny,
      standard,
      value,
      isUnknown: isGiven && !isAny && choice === undefined,
    });
    if (value === standard) continue;
    const text = isAny || choice === undefined ? undefined : written(choice);
    remarks.set(bareValue(token), text === undefined ? '…' : bareValue(text));
    lines = lines.map((line) => withValue(line, pieces, text));
  }
  // Remarks do not tell two parameters of one value apart.
  for (const token of remarks.keys())
    if (tokens.filter((one) => one === token).length > 1) remarks.set(token, '…');
  return { question, parameters, query: withRemarks(before, lines, remarks).join('\n') };
}

/** A question whose labels are in a language. */
const inLanguage = ({ number, query }: Question, language: Language): string =>
  TABLE.labelled.includes(number) ? query.replace(LABEL_LANGUAGE, `$1"${language}"`) : query;

const LABEL_LANGUAGE = /(\blang\(\?\w+\)\s*!?=\s*)"(?:en|ga)"/g;

/** A line with another value; without one, as a remark. */
function withValue(line: string, pieces: readonly RegExp[], text: string | undefined): string {
  if (pieces.every((piece) => line.search(piece) < 0)) return line;
  if (text === undefined) return REMARK.test(line) ? line : line.replace(/^(\s*)/, '$1# ');
  return pieces.reduce(
    (changed, piece) =>
      changed.replace(piece, (_, before: string, _value, after: string) => before + text + after),
    line.replace(REMARK, '$1'),
  );
}

const bareValue = (token: string): string => token.replace(/^<|>$/g, '');

/** Lines whose remarks name the values that the query has now. */
function withRemarks(
  before: readonly string[],
  lines: readonly string[],
  changed: ReadonlyMap<string, string>,
): readonly string[] {
  if (changed.size === 0) return lines;
  const names = [...changed.keys()].map(literalPattern);
  const pattern = new RegExp(`(?<![\\w/:])(?:${names.join('|')})(?![\\w/])`, 'g');
  const isText = (line: string, at: number): boolean => REMARK.test(line) && line === before[at];
  return lines.map((line, at) =>
    isText(line, at) ? line.replace(pattern, (name) => changed.get(name) ?? name) : line,
  );
}

/** The address of a filled question: it names the values that differ from those of the release. */
export function addressOfQuestion({ question, parameters }: Omit<FilledQuestion, 'query'>): string {
  const search = new URLSearchParams({ example: question.number });
  for (const { name, value, standard } of parameters) if (value !== standard) search.set(name, value);
  return `/ask?${search}`;
}

/** The values of a list, by their names; undefined for a year. */
function choicesOf(site: Site, name: ParameterName, language: Language): readonly Choice[] | undefined {
  const list = TABLE.lists[name];
  if ('year' in list) return undefined;
  return site.index.remembered(['choices', name, language], () =>
    'values' in list
      ? list.values.map((term) => namedValue(site, term, language))
      : 'roles' in list
        ? site.search.allValues('role').map(({ value }) => ({
            value,
            label: nameOfFacetValue(value)?.[language] ?? value,
            iri: site.iriOf(value),
          }))
        : namedRecords(
            site,
            site.search.allValues(list.facet).flatMap(({ value }) => (SCHEME.test(value) ? [] : value)),
            language,
          ),
  );
}

function namedValue({ language: { prefixes } }: Site, term: string, language: Language): Choice {
  const [prefix = '', local = ''] = term.split(':');
  return {
    value: local,
    label: nameOfValue(term)?.[language] ?? local,
    iri: `${prefixes.get(prefix) ?? ''}${local}`,
  };
}

/** A scheme of the operator: works have its concepts and not itself, so that a query about it has no answer. */
const SCHEME = /^subject\/[^/]+$/;

/** Broader topics of one topic, at most: a list that goes in a circle ends there. */
const MOST_LEVELS = 20;

/** Records by their labels. Those of a tree have the labels of what is broader before their own. */
function namedRecords(site: Site, paths: readonly string[], language: Language): readonly Choice[] {
  const { index, manifest } = site;
  const broader = broaderTopics(site);
  const labels = index.summaries(paths);
  const trailOf = (path: string): string[] => {
    const trail: string[] = [];
    for (
      let at: string | undefined = path;
      at !== undefined && trail.length < MOST_LEVELS;
      at = broader.get(at)
    ) {
      const summary = labels.get(at);
      trail.unshift(summary === undefined ? at : labelOf(summary, language));
    }
    return trail;
  };
  const order = new Intl.Collator(language === 'ga' ? 'ga-IE' : 'en-IE');
  return paths
    .map((path) => ({ value: path, label: trailOf(path).join(' › '), iri: manifest.base + path }))
    .toSorted((one, other) => order.compare(one.label, other.label));
}
