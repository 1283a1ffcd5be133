import { stringify } from 'yaml';
import type { Publication } from '../../model/rdf/iris.js';
import { downloadsOf, LICENCE_NAMES, licenceOfPublication } from '../../release/description/facts.js';
import type { DescribedRelease } from '../../release/description/metadata/names.js';
import { creditOf, publisherName, TEXTS, titleOfWhole } from '../../release/description/metadata/texts.js';

/**
 * CITATION.cff (Citation File Format 1.2.0). There a list of licences is a choice, so each publication states its own; the
 * release states one only when it has one publication.
 */
export function citation(release: DescribedRelease): string {
  const { publications } = release;
  const [first] = publications;
  const version = { version: release.label, 'date-released': release.issued };
  const licenceOf = (one: Publication) => ({ license: LICENCE_NAMES[licenceOfPublication(one)].spdx });
  const authorOf = (one: Publication) => ({ name: publisherName(one, release) });
  const document = {
    'cff-version': '1.2.0',
    message: 'If you use this release, cite it with its version, and credit its publishers (LICENCES.md).',
    type: 'dataset',
    title: titleOfWhole(publications),
    ...version,
    url: downloadsOf(release),
    ...doisOf(release),
    ...(publications.length === 1 && first !== undefined ? licenceOf(first) : {}),
    authors: publications.map(authorOf),
    references: publications.map((one) => ({
      type: 'data',
      title: TEXTS.publications[one].title.en,
      ...version,
      url: release.names.release(one),
      ...licenceOf(one),
      notes: creditOf(one, release),
      authors: [authorOf(one)],
    })),
  };
  return stringify(document, {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
}

/** The DOI of the release, or else that of all releases, and what each is of. */
function doisOf({ doi, label }: DescribedRelease): object {
  const { reserved, concept } = doi ?? {};
  const identifiers = [
    ...(reserved === undefined ? [] : [[reserved, `The DOI of release ${label}.`]]),
    ...(concept === undefined ? [] : [[concept, 'The DOI of all releases together.']]),
  ].map(([value, description]) => ({ type: 'doi', value, description }));
  return identifiers.length === 0 ? {} : { doi: reserved ?? concept, identifiers };
}
