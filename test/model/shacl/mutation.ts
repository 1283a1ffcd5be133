import type { Literal, NamedNode, Quad, Quad_Object } from '@rdfjs/types';
import fc from 'fast-check';
import { DataFactory } from 'n3';
import { DATATYPES } from './datatypes.js';

const { namedNode, literal, blankNode, quad } = DataFactory;

const xsd = (name: string): NamedNode => namedNode(`http://www.w3.org/2001/XMLSchema#${name}`);
const TYPE = namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#type');
const UNKNOWN = namedNode('https://example.org/unknown');

/** What is done to one quad of a record: it is replaced by these. */
type Change = (one: Quad, pick: Pick) => Quad[];

/** Anything else of the records there are, by a number of one's choice. */
interface Pick {
  readonly other: Quad;
  readonly number: number;
}

const saying = ({ subject, predicate }: Quad, object: Quad_Object): Quad => quad(subject, predicate, object);
const text = (one: Quad): string => one.object.value;
const choose = <T>(choices: readonly T[], number: number): T => choices[number % choices.length] as T;

const NUMBERS = [
  '-1',
  '0',
  '111',
  '999999',
  '1e9',
  '-180.5',
  '90.0001',
  '9007199254740993',
  'NaN',
  '01',
  '1.50',
];
const MOMENTS = ['1938-02-30', '1938-13-01', '0000-01-01', '1850-01-01', '2999-12-31', '1938-01-01Z'];
const TAGS = ['en', 'ga', 'gaa', 'ga-IE', 'la', 'x-own'];

/** Everything that a mapper, a source or a careless hand could do to a record. */
const CHANGES: Readonly<Record<string, Change>> = {
  'the quad is missing': () => [],
  'it is said twice': (one) => [one, one],
  'there is another value': (one, { other }) => [one, saying(one, other.object)],
  'the value is another one': (one, { other }) => [saying(one, other.object)],
  'the predicate is another one': (one, { other }) => [quad(one.subject, other.predicate, one.object)],
  'the predicate is unknown': (one) => [one, quad(one.subject, UNKNOWN, one.object)],
  'another thing is said of it': (one, { other }) => [one, quad(one.subject, other.predicate, other.object)],
  'the subject is another one': (one, { other }) => [quad(other.subject, one.predicate, one.object)],
  'there is another class': (one, { other }) =>
    other.predicate.equals(TYPE) ? [one, quad(one.subject, TYPE, other.object)] : [one],
  'the literal is an IRI': (one) => [saying(one, namedNode(`https://example.org/${text(one).length}`))],
  'the IRI is a literal': (one) => [saying(one, literal(text(one)))],
  'it is a blank node': (one) => [saying(one, blankNode('b'))],
  'it has another datatype': (one, { number }) => [
    saying(one, literal(text(one), xsd(choose(DATATYPES, number)))),
  ],
  'it has another language': (one, { number }) => [saying(one, literal(text(one), choose(TAGS, number)))],
  'there is one more text': (one, { number }) => [
    one,
    saying(one, literal(`${text(one)}!`, choose(TAGS, number))),
  ],
  'the number is another one': (one, { number }) => [
    saying(one, literal(choose(NUMBERS, number), datatypeOf(one))),
  ],
  'the day is another one': (one, { number }) => [
    saying(one, literal(choose(MOMENTS, number), datatypeOf(one))),
  ],
  'the text has another form': (one, { number }) => [saying(one, sameKind(one, mangled(text(one), number)))],
};

const datatypeOf = ({ object }: Quad): NamedNode =>
  object.termType === 'Literal' && object.language === '' ? (object.datatype as NamedNode) : xsd('integer');

const mangled = (from: string, number: number): string =>
  choose([`${from}x`, from.slice(1), from.slice(0, -1), from.toUpperCase(), ` ${from}`, ''], number);

const sameKind = ({ object }: Quad, value: string): Literal | NamedNode => {
  if (object.termType !== 'Literal') return namedNode(value);
  return literal(value, object.language === '' ? (object.datatype as NamedNode) : object.language);
};

/** A record of these with one to three things done to it, and what was done. */
export const anyMutation = (records: readonly Quad[][]): fc.Arbitrary<{ what: string; quads: Quad[] }> => {
  const all = records.flat();
  const change = fc.record({
    what: fc.constantFrom(...Object.keys(CHANGES)),
    at: fc.nat(),
    other: fc.nat(all.length - 1),
    isNear: fc.boolean(),
    number: fc.nat(1000),
  });
  return fc
    .tuple(fc.constantFrom(...records), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([record, changes]) => {
      let quads = [...record];
      for (const { what, at, other, isNear, number } of changes) {
        const one = quads[at % quads.length];
        if (one === undefined) continue;
        // Near by, what is picked is of the same record and more likely to be lawful.
        const picked = (isNear ? record[other % record.length] : all[other]) as Quad;
        const changed = CHANGES[what]?.(one, { other: picked, number }) ?? [];
        quads = quads.flatMap((each) => (each === one ? changed : [each]));
      }
      return { what: changes.map(({ what }) => what).join('; '), quads };
    });
};
