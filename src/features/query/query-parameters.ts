import { z } from 'zod';
import { FolkloreError } from '../../base/errors.js';
import { bilingual, referenceTable } from '../../base/reference-data.js';
import { literalPattern } from '../../base/text.js';
import { dataPrefixes } from '../../model/rdf/iris.js';
import type { Question } from './release-questions.js';

const PARAMETERS = ['county', 'fromYear', 'toYear', 'topic', 'role', 'gender', 'person'] as const;
export type ParameterName = (typeof PARAMETERS)[number];

/** The parameters of the questions of a release, and the words of their answers. */
export const QUESTION_FORMS = referenceTable(
  'question-forms',
  z.strictObject({
    lists: z.record(
      z.enum(PARAMETERS),
      z.union([
        z.strictObject({ facet: z.enum(['county', 'topic']) }),
        z.strictObject({ roles: z.literal(true) }),
        z.strictObject({ values: z.array(z.string()).min(1) }),
        z.strictObject({ year: z.literal(true) }),
        z.strictObject({ records: z.string() }),
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

/** A value of a parameter that is a year. */
export const YEAR = /^\d{4}$/;

/** The form of a value on the command line, by the list of its parameter. */
const FORMS = {
  year: { pattern: YEAR, expected: 'a year of four digits' },
  iri: {
    pattern: /^(?:https?:\/\/|[a-z][a-z-]*[/:])[\w~./%-]+$/,
    expected:
      'an IRI, its path below the base (place/100013) or its prefixed name (place:100013), as in the tables of the release',
  },
  term: { pattern: /^[A-Za-z][\w-]*:[\w-]+$/, expected: 'a prefixed name of the query' },
} as const;

/**
 * The query of a question with values that are given by name: `county=place/100013`, `fromYear=` for any.
 *
 * @param base of the release
 * @throws FolkloreError QUERY_FAILED for a name that the question does not have, and a value that has another form
 */
export function withAssignments(
  { number, query }: Question,
  assignments: readonly string[],
  base: string,
): string {
  const placed = parametersOf(number, query);
  const values = assignments.map((assignment): readonly [PlacedParameter, string | undefined] => {
    const [, name = assignment, value] = /^(\w+)=(.*)$/s.exec(assignment) ?? [];
    const parameter = placed.find((one) => one.name === name);
    if (value === undefined || parameter === undefined)
      throw failed(
        `The query ${number} has no parameter ${name}.`,
        placed.length === 0
          ? 'Write its query into a file of your own, and change the file.'
          : `It has ${placed.map((one) => `${one.name}=…`).join(', ')}.`,
      );
    if (value === '' && parameter.canBeAny) return [parameter, undefined];
    const form = formOf(parameter.name);
    const { pattern, expected } = FORMS[form];
    if (!pattern.test(value))
      throw failed(
        `${name}=${value} is no value of ${number}.`,
        `Give ${expected} (now ${bareValue(parameter.token)}).`,
      );
    if (form !== 'iri') return [parameter, value];
    return [parameter, `<${iriOf(value, base)}>`];
  });
  return withValues(query, placed, values);
}

/** The IRI of a value: whole, a prefixed name of the dumps, or a path below the base. */
function iriOf(value: string, base: string): string {
  const [, prefix = '', local = ''] = /^([a-z-]+):(?!\/\/)(.*)$/.exec(value) ?? [];
  const namespace = dataPrefixes(base).get(prefix);
  return namespace !== undefined ? namespace + local : /^https?:/.test(value) ? value : base + value;
}

function formOf(name: ParameterName): keyof typeof FORMS {
  const list = QUESTION_FORMS.lists[name];
  return 'year' in list ? 'year' : 'facet' in list || 'records' in list ? 'iri' : 'term';
}

const failed = (message: string, hint: string): FolkloreError =>
  new FolkloreError('QUERY_FAILED', message, { hint });

/** A parameter of a question, where it stands in the lines of a query. */
export interface PlacedParameter {
  readonly name: ParameterName;
  readonly pieces: readonly RegExp[];
  readonly canBeAny: boolean;
  /** The value as in the query: an IRI in angle brackets, a prefixed name or a number. */
  readonly token: string;
  /** Whether the lines are remarks: the query asks of any value. */
  readonly isAny: boolean;
}

/** A value in a query. */
const VALUE = String.raw`(<[^<>\s]*>|[A-Za-z][\w-]*:[\w-]+|\d+)`;
/** The beginning of a line that is a remark. */
const REMARK = /^(\s*)#\s?/;

/** Where a piece stands: the text before the value, the value, the text after it. */
const pieceOf = (text: string): RegExp => {
  const [before = '', after = ''] = text
    .split('…')
    .map((part) => literalPattern(part).replaceAll(' ', '\\s+'));
  return new RegExp(`(${before})${VALUE}(?![\\w-])(${after})`, 'g');
};

/** The parameters that a question has, in the order of its form. A query that lacks a piece has no such parameter. */
export function parametersOf(number: string, query: string): readonly PlacedParameter[] {
  const lines = query.split('\n');
  return Object.entries(QUESTION_FORMS.questions[number] ?? {}).flatMap(
    ([name, { sets, canBeAny = false }]) => {
      const pieces = sets.map(pieceOf);
      const standing = pieces.map((piece) => lines.find((line) => line.search(piece) >= 0));
      const [first] = standing;
      if (first === undefined || standing.includes(undefined)) return [];
      const token = new RegExp(pieces[0] as RegExp, '').exec(first)?.[2] ?? '';
      return [{ name: name as ParameterName, pieces, canBeAny, token, isAny: REMARK.test(first) }];
    },
  );
}

/**
 * A query with other values of parameters. Without a value the lines of a parameter become remarks. Remarks name the values that
 * the query has.
 *
 * @param placed all parameters of the query
 */
export function withValues(
  query: string,
  placed: readonly PlacedParameter[],
  values: readonly (readonly [parameter: PlacedParameter, text: string | undefined])[],
): string {
  const before = query.split('\n');
  const remarks = new Map<string, string>();
  let lines: readonly string[] = before;
  for (const [{ pieces, token }, text] of values) {
    remarks.set(bareValue(token), text === undefined ? '…' : bareValue(text));
    lines = lines.map((line) => withValue(line, pieces, text));
  }
  // Remarks do not tell two parameters of one value apart.
  for (const token of remarks.keys())
    if (placed.filter((one) => bareValue(one.token) === token).length > 1) remarks.set(token, '…');
  return withRemarks(before, lines, remarks).join('\n');
}

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

/** A value without the brackets of an IRI. */
export const bareValue = (token: string): string => token.replace(/^<|>$/g, '');

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
