import type { Publication } from '../../rdf/iris.js';
import {
  downloadsOf,
  LICENCE_NAMES,
  licenceOfPublication,
  publicationsOf,
  publisherOf,
  type ReleaseFacts,
} from '../facts.js';
import type { ReleaseNames } from './names.js';
import { creditOf, nameIn, PUBLICATIONS } from './texts.js';

/**
 * CITATION.cff (Citation File Format 1.2.0). A list of licences there means that one may choose, so each publication
 * states its own; the whole states one only where there is but one.
 */
export function citation(facts: ReleaseFacts, names: ReleaseNames): string {
  const publications = publicationsOf(facts);
  const [first] = publications;
  return lines([
    ['cff-version', '1.2.0'],
    [
      'message',
      'If you use this release, cite it with its version, and credit its publishers (LICENCES.md).',
    ],
    ['type', 'dataset'],
    ['title', titleOfWhole(publications)],
    ['version', facts.label],
    ['date-released', facts.issued],
    ['url', downloadsOf(facts)],
    ...(publications.length === 1 && first !== undefined ? [licenceLine(first)] : []),
    ['authors', publications.map((one) => [['name', authorOf(one, facts)]])],
    [
      'references',
      publications.map((one) => [
        ['type', 'data'],
        ['title', PUBLICATIONS[one].title.en],
        ['version', facts.label],
        ['date-released', facts.issued],
        ['url', names.release(one)],
        licenceLine(one),
        ['notes', creditOf(one, facts)],
        ['authors', [[['name', authorOf(one, facts)]]]],
      ]),
    ],
  ]);
}

/** What a release is called where it is spoken of as a whole. */
export const titleOfWhole = (publications: readonly Publication[]): string =>
  publications.map((one) => PUBLICATIONS[one].title.en).join('; ');

const authorOf = (publication: Publication, { publishers }: Pick<ReleaseFacts, 'publishers'>): string =>
  nameIn(publishers[publisherOf(publication)].name);

const licenceLine = (publication: Publication): Entry => [
  'license',
  LICENCE_NAMES[licenceOfPublication(publication)].spdx,
];

/** A key with a text, or with a list of what has keys itself. */
type Entry = readonly [key: string, value: string | readonly (readonly Entry[])[]];

/** YAML 1.2: a text between quotation marks is written as in JSON. */
const lines = (entries: readonly Entry[], indent = ''): string =>
  entries
    .map(([key, value]) =>
      typeof value === 'string'
        ? `${indent}${key}: ${JSON.stringify(value)}\n`
        : `${indent}${key}:\n${value.map((one) => listed(lines(one, `${indent}    `), indent)).join('')}`,
    )
    .join('');

/** The first line of an entry of a list begins with a dash. */
const listed = (text: string, indent: string): string => `${indent}  - ${text.slice(indent.length + 4)}`;
