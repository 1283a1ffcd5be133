import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Node, Value } from '../../../src/model/rdf/node.js';

/**
 * Random lawful nodes, made from contexts/context.jsonld as it stands: every term with values of its kind. A
 * term defined in a way that is not foreseen here is an error, so that nobody adds one unnoticed.
 */

type Definition = string | { readonly [keyword: string]: unknown };
export const CONTEXT = (
  JSON.parse(readFileSync(new URL('../../../contexts/context.jsonld', import.meta.url), 'utf8')) as {
    '@context': Record<string, Definition>;
  }
)['@context'];

const isPrefix = (definition: Definition) => typeof definition === 'string' && /[#/]$/.test(definition);
const own = Object.entries(CONTEXT).filter(([word]) => !/^(@.*|id|type)$/.test(word));
const described = own.filter(([, definition]) => !isPrefix(definition));
/** Class names begin with a capital; datatypes are those of XML Schema; the rest are terms. */
export const CLASSES = described.map(([word]) => word).filter((word) => /^[A-Z]/.test(word));
export const DATATYPES = described
  .filter(([, definition]) => String(definition).startsWith('xsd:'))
  .map(([word]) => word);
export const TERMS = described.filter(([word]) => ![...CLASSES, ...DATATYPES].includes(word));

const iri = fc
  .tuple(
    fc.constantFrom('https://data.example.org/folklore/', 'http://data.logainm.ie/', 'https://e.org/?q='),
    fc.constantFrom('cbe/item/', 'place/', 'cbed/person/7#', 'Bio.aspx?ID=', 'é/%C3%A9/'),
    fc.nat(999),
  )
  .map(([base, path, id]) => `${base}${path}${id}`);
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.constant(''));
const tag = fc.constantFrom('ga', 'en', 'und', 'gv', 'en-IE', 'ga-Latg');
const languages = fc.dictionary(tag, fc.array(text, { maxLength: 3 }), { maxKeys: 4 });
const pad = (value: number, width = 2) => String(value).padStart(width, '0');
const year = fc.integer({ min: 1000, max: 2100 });
const month = fc.integer({ min: 1, max: 12 });
const day = fc.integer({ min: 1, max: 28 });
const date = fc.tuple(year, month, day).map(([y, m, d]) => `${y}-${pad(m)}-${pad(d)}`);
const decimal = fc.tuple(fc.integer({ min: -180, max: 180 }), fc.nat(999_999_999)).map(([whole, part]) => {
  const fraction = pad(part, 9).replace(/0+$/, '');
  return fraction === '' ? String(whole) : `${whole}.${fraction}`;
});

/** Values of each datatype that a term of the context is coerced to. */
const LITERALS: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  'xsd:integer': fc.oneof(fc.maxSafeInteger(), fc.integer().map(String)),
  'xsd:boolean': fc.boolean(),
  'xsd:decimal': decimal,
  'xsd:date': date,
  'xsd:dateTime': date.map((on) => `${on}T23:59:59Z`),
  'xsd:gMonthDay': fc.tuple(month, day).map(([m, d]) => `--${pad(m)}-${pad(d)}`),
  'edtf:EDTF-level1': fc.tuple(year, fc.constantFrom('', '~', '?', '/')).map(([y, mark]) => `${y}${mark}`),
  'geo:wktLiteral': fc.tuple(decimal, decimal).map(([east, north]) => `POINT (${east} ${north})`),
};

const typed = fc.oneof(
  year.map((y) => ({ '@type': 'gYear', '@value': String(y) })),
  fc.tuple(year, month).map(([y, m]) => ({ '@type': 'gYearMonth', '@value': `${y}-${pad(m)}` })),
  date.map((on) => ({ '@type': 'date', '@value': on })),
);

/** The codes of a scoped context; `null` takes a word away. */
const namesOf = (scoped: object): string[] =>
  Object.entries(scoped).flatMap(([code, iri]) => (iri === null ? [] : code));

/** One value of a term's kind. */
function aValue(word: string, definition: Definition, nested: fc.Arbitrary<Node>): fc.Arbitrary<Value> {
  if (typeof definition === 'string') return text;
  const { '@id': _, '@type': type, '@container': container, '@context': codes, ...rest } = definition;
  const containers = [container ?? []].flat();
  const foreseen = containers.every((one) => one === '@set' || one === '@language');
  if (!foreseen || Object.keys(rest).length > 0) throw new Error(`${word}: no lawful values are foreseen`);
  if (containers.includes('@language')) return languages;
  if (type === undefined) return codes === undefined ? text : fc.oneof(text, typed);
  if (type === '@id') return fc.oneof({ arbitrary: iri, weight: 2 }, { arbitrary: nested, weight: 1 });
  if (type === '@vocab') return fc.constantFrom(...namesOf(codes as object));
  const literal = LITERALS[String(type)];
  if (literal === undefined) throw new Error(`${word}: no values of ${type} are foreseen`);
  return literal;
}

/** One value or several. */
const said = (word: string, definition: Definition, nested: fc.Arbitrary<Node>): fc.Arbitrary<Value> => {
  const one = aValue(word, definition, nested);
  const isMap = JSON.stringify(definition).includes('"@language"');
  return isMap ? one : fc.oneof(one, fc.array(one, { maxLength: 3 }));
};

/** A node with some of the terms given; nested nodes say less the deeper they stand. */
export function lawfulNode(
  depth = 2,
  terms: readonly (readonly [string, Definition])[] = TERMS,
): fc.Arbitrary<Node> {
  const nested =
    depth === 0 ? iri.map((id) => ({ id })) : fc.constant(depth - 1).chain((less) => lawfulNode(less));
  return fc
    .tuple(
      iri,
      fc.oneof(fc.constant(undefined), fc.subarray(CLASSES, { minLength: 1, maxLength: 3 })),
      fc.subarray([...terms], { minLength: 1, maxLength: Math.min(terms.length, 4 + 4 * depth) }),
    )
    .chain(([id, type, chosen]) =>
      fc.tuple(...chosen.map(([word, definition]) => said(word, definition, nested))).map((values) => ({
        id,
        ...(type === undefined ? {} : { type }),
        ...Object.fromEntries(chosen.map(([word], position) => [word, values[position]])),
      })),
    );
}
