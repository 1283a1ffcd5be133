import { TurtleWriter } from '../../model/rdf/formats/turtle.js';
import {
  type Language,
  named,
  nameOfFacetValue,
  nameOfValue,
  QUESTIONS_IN_IRISH,
} from '../browse/interface-words.js';
import { labelOf } from '../browse/layout.js';
import { broaderTopics } from '../browse/search/facets.js';
import type { Site } from '../browse/site.js';
import {
  bareValue,
  type ParameterName,
  type PlacedParameter,
  parametersOf,
  QUESTION_FORMS,
  withValues,
  YEAR,
} from '../query/query-parameters.js';
import type { Question } from '../query/release-questions.js';
import { declaredPrefixes } from '../query/unknown-terms.js';

/** The title of a question. */
export const titleIn = ({ number, title }: Question, language: Language): string =>
  language === 'ga' ? (QUESTIONS_IN_IRISH[number] ?? title) : title;

/** The name of a column in the answer to a question; the variable where it has none. */
export const columnName = (variable: string, language: Language): string =>
  named(QUESTION_FORMS.columns, variable)?.[language] ?? variable;

/** What a question writes into a cell, in words. */
export const cellInWords = (text: string, language: Language): string =>
  named(QUESTION_FORMS.cells, text)?.[language] ?? text;

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
  /** The values to choose from; `years` are four digits, `records` paths below the data base. */
  readonly choices: readonly Choice[] | 'years' | 'records';
  readonly canBeAny: boolean;
  /** The value in the query as it comes with the release; empty for any. */
  readonly standard: string;
  readonly value: string;
  /** The name of a record. */
  readonly label?: string;
  /** Whether an address gave a value that is not in the list. */
  readonly isUnknown: boolean;
}

/** A question with the values that an address gives to its parameters. */
export interface FilledQuestion {
  readonly question: Question;
  readonly parameters: readonly Parameter[];
  readonly query: string;
}

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
  const query = inLanguage(question, language);
  const placed = parametersOf(question.number, query);
  const parameters: Parameter[] = [];
  const changes: [PlacedParameter, string | undefined][] = [];
  for (const parameter of placed) {
    const { name, canBeAny, token } = parameter;
    const offered = choicesOf(site, name, language);
    const listed = typeof offered === 'string' ? undefined : offered;
    const written = ({ iri, value }: Choice): string => (iri === undefined ? value : writer.iri(iri));
    const inFile = listed?.find((choice) => written(choice) === token)?.value;
    // What the query asks of and the list lacks can be asked of as well.
    const choices =
      listed === undefined || inFile !== undefined
        ? listed
        : [...listed, { value: token, label: bareValue(token) }];
    const bare = bareValue(token).replace(site.manifest.base, '');
    const standard = parameter.isAny ? '' : (inFile ?? (listed === undefined ? bare : token));
    const wanted = given(name)?.trim();
    const choice = wanted === undefined ? undefined : choiceOf(site, name, wanted, choices, language);
    const isAny = canBeAny && wanted === '';
    const isGiven = wanted !== undefined;
    const value = isAny ? '' : (choice?.value ?? standard);
    const isUnknown = isGiven && !isAny && choice === undefined;
    const label = offered === 'records' ? recordNamed(site, name, value, language)?.label : undefined;
    parameters.push({
      ...{ name, choices: choices ?? offered, canBeAny, standard, value, isUnknown },
      ...(label !== undefined && { label }),
    });
    if (value !== standard)
      changes.push([parameter, isAny || choice === undefined ? undefined : written(choice)]);
  }
  return { question, parameters, query: withValues(query, placed, changes) };
}

/** A question whose labels are in a language. */
const inLanguage = ({ number, query }: Question, language: Language): string =>
  QUESTION_FORMS.labelled.includes(number) ? query.replace(LABEL_LANGUAGE, `$1"${language}"`) : query;

const LABEL_LANGUAGE = /(\blang\(\?\w+\)\s*!?=\s*)"(?:en|ga)"/g;

/** The address of a filled question: it names the values that differ from those of the release. */
export function addressOfQuestion({ question, parameters }: Omit<FilledQuestion, 'query'>): string {
  const search = new URLSearchParams({ example: question.number });
  for (const { name, value, standard } of parameters) if (value !== standard) search.set(name, value);
  return `/ask?${search}`;
}

/** A value of an address, where a parameter can have the value. */
function choiceOf(
  site: Site,
  name: ParameterName,
  wanted: string,
  choices: readonly Choice[] | undefined,
  language: Language,
): Choice | undefined {
  if (choices !== undefined) return choices.find(({ value }) => value === wanted);
  if ('records' in QUESTION_FORMS.lists[name]) return recordNamed(site, name, wanted, language);
  return YEAR.test(wanted) ? { value: wanted, label: '' } : undefined;
}

/** The record of a path, where its kind is that of a parameter. */
function recordNamed(site: Site, name: ParameterName, path: string, language: Language): Choice | undefined {
  const list = QUESTION_FORMS.lists[name];
  const summary = site.index.summary(path);
  return summary === undefined || !('records' in list) || summary.kind !== list.records
    ? undefined
    : { value: path, label: labelOf(summary, language), iri: site.manifest.base + path };
}

/** The values of a list, by their names. */
function choicesOf(site: Site, name: ParameterName, language: Language): Parameter['choices'] {
  const list = QUESTION_FORMS.lists[name];
  if ('year' in list) return 'years';
  if ('records' in list) return 'records';
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
