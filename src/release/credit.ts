import type { Publication } from '../rdf/iris.js';
import type { LanguageMap } from '../rdf/node.js';
import { LICENCE_NAMES, licenceOfPublication, publisherOf, type ReleaseFacts } from './facts.js';
import { PUBLICATIONS } from './texts.js';

/** How a publication is to be credited: in the publisher's words, or where it has none, its name and the licence. */
export function creditOf(
  publication: Publication,
  { publishers, label }: Pick<ReleaseFacts, 'publishers' | 'label'>,
): string {
  const { credit, name } = publishers[publisherOf(publication)];
  const { short } = LICENCE_NAMES[licenceOfPublication(publication)];
  return (
    credit ?? `${nameIn(name)}: ${PUBLICATIONS[publication].title.en}, ${label}, licensed under ${short}.`
  );
}

/** A name in English, or else in whatever language it has. */
export const nameIn = (name: LanguageMap): string => name.en?.[0] ?? Object.values(name)[0]?.[0] ?? '';
