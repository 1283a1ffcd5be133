import type { z } from 'zod';
import { OddSpelling } from './privileged.js';

/** What is wrong with a value that a schema refuses, as the end of a sentence about its field. */
interface FaultWords {
  readonly en: string;
  readonly ga: string;
}

const words = (en: string, ga: string): FaultWords => ({ en, ga });

/** Types in words: the English one, and the Irish one. */
const TYPES: Readonly<Record<string, readonly [en: string, ga: string]>> = {
  string: ['text', 'téacs'],
  number: ['a number', 'uimhir'],
  int: ['a whole number', 'slánuimhir'],
  boolean: ['true or false', 'fíor nó bréagach'],
  array: ['a list', 'liosta'],
  object: ['a group of fields', 'grúpa réimsí'],
};

/** Of a field that decides about access. */
export const ODD_SPELLING = words(
  'decides about access, and is not written as the specification writes it',
  'is é a shocraíonn an rochtain, agus níl sé scríofa mar atá sa tsonraíocht',
);

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

/** Describes an issue of zod in plain words. */
export function faultWords(issue: z.core.$ZodIssue, value: unknown): FaultWords {
  if (value === undefined || value === null) return words('is missing', 'ar iarraidh');
  if (value instanceof OddSpelling) return ODD_SPELLING;
  switch (issue.code) {
    case 'invalid_type': {
      const isNumber = issue.expected === 'number' || issue.expected === 'int';
      if (isNumber && typeof value === 'string' && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER)
        return words(
          'is a number that is too large to be read exactly',
          'uimhir atá rómhór le léamh go cruinn',
        );
      const [found, foundGa] = TYPES[typeOf(value)] ?? ['another value', 'luach eile'];
      const [expected, expectedGa] = TYPES[issue.expected] ?? ['another value', 'luach eile'];
      return found === expected || (typeof value === 'number' && issue.expected === 'int')
        ? words(`is not ${expected}`, `níl ${expectedGa} ann`)
        : words(
            `has ${found} in place of ${expected}`,
            `tá ${foundGa} ann; ${expectedGa} ba chóir a bheith ann`,
          );
    }
    case 'too_small':
      return typeof value === 'number'
        ? words(`is less than ${issue.minimum}`, `tá sé níos lú ná ${issue.minimum}`)
        : words('is empty', 'folamh');
    case 'too_big':
      return words(`is more than ${issue.maximum}`, `tá sé níos mó ná ${issue.maximum}`);
    case 'invalid_format':
      return words(
        'is not a date and time such as 1938-03-01T12:00:00Z',
        'ní dáta agus am é, mar shampla 1938-03-01T12:00:00Z',
      );
    default:
      return words('has a value that is not in its list', 'tá luach ann nach bhfuil ar an liosta');
  }
}
