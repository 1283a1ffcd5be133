import type { Told } from './released.js';

const local = (iri: string): string => iri.replace(/^.*[#/]/, '');

/** A node of a record by its sort: `#role-informant`, `#pt`; nothing for the record itself, or a person in a work. */
const sortOf = (iri: string): string => {
  const [, fragment = ''] = /#(.*)$/.exec(iri) ?? [];
  const sort = fragment.replace(/-?(?:\d.*|[0-9a-f]{12}.*|[A-Z]{1,3}-?\d*.*)$/, '');
  return sort === '' || sort === 'person' ? '' : `#${sort} `;
};

/** Where and what, without which: `#date dateProblem`, `X8 relatedItem`, `gate`. */
export function placeOf({ focus, path, shape }: Told): string {
  if (/^(gate|reading)$/.test(shape)) return shape;
  const rule = /^X\d+$/.test(shape) ? `${shape} ` : '';
  return `${sortOf(focus)}${rule}${path === undefined ? (rule === '' ? local(shape) : '') : local(path)}`.trim();
}

/** A finding: `warning #date dateProblem`. */
export const inWords = (told: Told): string => `${told.severity} ${placeOf(told)}`;

const NOTED =
  /^<([^>]*)> <[^>]*[#/](dateProblem|unmappedCode|genderCode|conditionCode|coordinateSourceText)> (.*)$/;

/** What is written down of what could not be read: `#date dateProblem no-year`. */
export const notesIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => {
    const [, subject, word, rest = ''] = NOTED.exec(line) ?? [];
    if (subject === undefined) return [];
    const [, iri, text] = /^(?:<([^>]*)>|"((?:[^"\\]|\\.)*)")/.exec(rest) ?? [];
    return [`${sortOf(subject)}${word} ${iri === undefined ? text : local(iri)}`];
  });
