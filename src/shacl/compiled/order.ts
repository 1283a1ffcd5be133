import type { Literal, Term } from '@rdfjs/types';
import { xsd } from '../terms.js';
import { surelyLawful } from './lexical.js';

/** Numbers so short that a double holds each of them apart. */
const INTEGER = /^[+-]?\d{1,15}$/;
const DECIMAL = /^(?=.{1,16}$)[+-]?\d+(?:\.\d+)?$/;
/** Any, because doubles are what it is read as. */
const DOUBLE = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Only to the second, and in UTC: engines read other times in the zone of the machine, and drop microseconds. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

const NUMBERS: Readonly<Record<string, RegExp>> = {
  [xsd('integer')]: INTEGER,
  [xsd('nonNegativeInteger')]: INTEGER,
  [xsd('positiveInteger')]: INTEGER,
  [xsd('decimal')]: DECIMAL,
  [xsd('double')]: DOUBLE,
};
/** What is in the order of its text when it has this form. */
const TIMES: Readonly<Record<string, RegExp>> = {
  [xsd('date')]: DATE,
  [xsd('dateTime')]: DATE_TIME,
  [xsd('gYear')]: /^\d{4}$/,
  [xsd('gYearMonth')]: /^\d{4}-\d\d$/,
};

/**
 * How two terms stand to each other: negative when the first is less, zero when equal, positive when more, NaN
 * when nobody would compare them, undefined when standard and engine may differ.
 */
export function order(left: Term, right: Term): number | undefined {
  if (left.termType !== 'Literal' || right.termType !== 'Literal') return Number.NaN;
  const [x, y] = [numberOf(left), numberOf(right)];
  if (x !== undefined && y !== undefined) return x - y;
  const [earlier, later] = [timeOf(left), timeOf(right)];
  if (earlier === undefined || later === undefined || left.datatype.value !== right.datatype.value) {
    return undefined;
  }
  return earlier < later ? -1 : earlier === later ? 0 : 1;
}

function numberOf({ value, datatype }: Literal): number | undefined {
  const number = NUMBERS[datatype.value]?.test(value) ? Number(value) : undefined;
  return Number.isFinite(number) ? number : undefined;
}

const timeOf = ({ value, datatype }: Literal): string | undefined =>
  TIMES[datatype.value]?.test(value) && surelyLawful(datatype.value)(value) ? value : undefined;
