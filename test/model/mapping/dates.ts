import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { SourceDate } from '../../../src/model/schema/fields.js';

/** The table of dates beside this file, which says what its words mean. */

type Form = 'year' | 'month' | 'day' | 'period' | 'open period' | 'both';

interface Expected {
  readonly edtf?: string;
  readonly monthDay?: string;
  readonly years?: readonly [from: number | null, to: number | null];
  readonly days?: readonly (string | null)[];
  readonly plain?: string | undefined;
  readonly qualifier?: string;
  readonly problems?: string;
}

interface Table {
  readonly spans: Readonly<Record<string, readonly [name: string, date: SourceDate, expected: Expected][]>>;
  readonly problems: readonly [problems: string, form: Form, date: SourceDate, expected: Expected][];
}

export const DATES = parse(readFileSync(new URL('dates.yaml', import.meta.url), 'utf8')) as Table;

/** The fields of the source under the dictionary's names, in the order of the alphabet. */
const fieldsOf = (date: SourceDate): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(date)
        .map(([field, value]) => [field.charAt(0).toUpperCase() + field.slice(1), value] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  );

/** Statements of one subject, as far as they are there. */
export const all = (...objects: (string | false | undefined)[]): string =>
  objects.filter((one) => typeof one === 'string').join(' ; ');

/** The time span that is expected of a date, as Turtle. */
export function spanTurtle(iri: string, date: SourceDate, expected: Expected): string {
  const { edtf, monthDay, qualifier, years: [from, to] = [], days: [first, last, ...inner] = [] } = expected;
  const problems = expected.problems?.split(' ').map((problem) => `lore-problem:${problem}`);
  const isThere = (one: unknown): boolean => one !== undefined && one !== null;
  return `<${iri}> ${all(
    'a edm:TimeSpan , crm:E52_Time-Span',
    isThere(edtf) && `skos:notation "${edtf}"^^edtf:EDTF-level1`,
    isThere(monthDay) && `lore:monthDay "${monthDay}"^^xsd:gMonthDay`,
    isThere(qualifier) && `lore:dateQualifier lore-date:${qualifier}`,
    isThere(from) && `lore:statedFromYear ${from}`,
    isThere(to) && `lore:statedToYear ${to}`,
    isThere(first) && `edm:begin "${first}"^^xsd:date`,
    isThere(last) && `edm:end "${last}"^^xsd:date`,
    isThere(first) && `crm:P82a_begin_of_the_begin "${first}T00:00:00Z"^^xsd:dateTime`,
    isThere(inner[0]) && `crm:P81a_end_of_the_begin "${inner[0]}T23:59:59Z"^^xsd:dateTime`,
    isThere(inner[1]) && `crm:P81b_begin_of_the_end "${inner[1]}T00:00:00Z"^^xsd:dateTime`,
    isThere(last) && `crm:P82b_end_of_the_end "${last}T23:59:59Z"^^xsd:dateTime`,
    problems !== undefined && `lore:dateProblem ${problems.join(' , ')}`,
    problems !== undefined && `lore:sourceDate ${JSON.stringify(fieldsOf(date))}`,
  )} .`;
}
