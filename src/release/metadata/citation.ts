import { stringify } from 'yaml';
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
 * CITATION.cff (Citation File Format 1.2.0). There a list of licences is a choice, so each publication states its own; the
 * release states one only when it has one publication.
 */
export function citation(facts: ReleaseFacts, names: ReleaseNames): string {
  const publications = publicationsOf(facts);
  const [first] = publications;
  const release = { version: facts.label, 'date-released': facts.issued };
  const licenceOf = (one: Publication) => ({ license: LICENCE_NAMES[licenceOfPublication(one)].spdx });
  const authorOf = (one: Publication) => ({ name: nameIn(facts.publishers[publisherOf(one)].name) });
  const document = {
    'cff-version': '1.2.0',
    message: 'If you use this release, cite it with its version, and credit its publishers (LICENCES.md).',
    type: 'dataset',
    title: titleOfWhole(publications),
    ...release,
    url: downloadsOf(facts),
    ...(publications.length === 1 && first !== undefined ? licenceOf(first) : {}),
    authors: publications.map(authorOf),
    references: publications.map((one) => ({
      type: 'data',
      title: PUBLICATIONS[one].title.en,
      ...release,
      url: names.release(one),
      ...licenceOf(one),
      notes: creditOf(one, facts),
      authors: [authorOf(one)],
    })),
  };
  return stringify(document, {
    ...{
      defaultStringType: 'QUOTE_DOUBLE',
      defaultKeyType: 'PLAIN',
      lineWidth: 0,
      aliasDuplicateObjects: false,
    },
  });
}

/** The title of a release with all its publications. */
export const titleOfWhole = (publications: readonly Publication[]): string =>
  publications.map((one) => PUBLICATIONS[one].title.en).join('; ');
