import { segment, webAddress } from './iris.js';

/**
 * The links and the ids from which each can be made, never texts. A template is a web address with ids in braces (model 2.4).
 */
const LINKS = {
  /** Identity: the same place as linked data. */
  linkedPlace: ['id'],
  /** The same category as linked data. */
  linkedCategory: ['id'],
  /** Identity: the same country or place in the geographic gazetteer. */
  gazetteer: ['id'],
  /** Identity: the same person in the library authority file. */
  authority: ['id'],
  /** The page of the biography dictionary about a person. */
  biography: ['id'],
  /** Pages of the publisher's web site. */
  manuscriptPart: ['partID'],
  manuscriptItem: ['partID', 'firstPageID', 'itemID'],
  schoolsPart: ['partID'],
  schoolsItem: ['partID', 'firstPageID', 'itemID'],
  schoolsTopic: ['topicID'],
  photograph: ['photographID'],
  /** Image files: of a page, and of a photograph. */
  pageImage: ['pageID', 'fileName'],
  photographImage: ['photographID', 'referenceNumber'],
  /** Image services (IIIF Image API 2.1 or 3.0) of the same, without the slash at their end. */
  pageImageService: ['pageID', 'fileName'],
  photographImageService: ['photographID', 'referenceNumber'],
  /** Manifests (IIIF Presentation API) of a volume, and of a photograph. */
  volumeManifest: ['volumeID'],
  photographManifest: ['photographID', 'referenceNumber'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type LinkName = keyof typeof LINKS;

/** The configured templates; a link without a template is not made. */
export type LinkTemplates = { readonly [K in LinkName]?: string | undefined };

/** Make links; undefined without a template, without one of its ids, or where the result is no valid address. */
export type Links = {
  readonly [K in LinkName]: (
    ids: Readonly<Record<(typeof LINKS)[K][number], string | number | undefined>>,
  ) => string | undefined;
};

export const LINK_NAMES = Object.keys(LINKS) as LinkName[];

const PLACEHOLDER = /\{([^{}]*)\}/g;

export function makeLinks(templates: LinkTemplates = {}): Links {
  const made = LINK_NAMES.map((name) => [
    name,
    (ids: Readonly<Record<string, string | number | undefined>>) => fill(name, templates[name], ids),
  ]);
  return Object.fromEntries(made) as Links;
}

function fill(
  name: LinkName,
  template: string | undefined,
  ids: Readonly<Record<string, string | number | undefined>>,
): string | undefined {
  if (template === undefined) return undefined;
  const given = [...template.matchAll(PLACEHOLDER)].map(([, id = '']) => ids[id]);
  if (given.some((id) => id === undefined || id === '')) return undefined;
  const link = template.replace(PLACEHOLDER, (_, id: string) => escaped(name, id, String(ids[id])));
  // An address that would be changed, for example because of `..` in a file name, is not that of the thing.
  return webAddress(link) === link ? link : undefined;
}

/** Percent-encoded; the folders of a file name stay folders, but not in the identifier of an image service. */
const escaped = (name: LinkName, id: string, value: string): string =>
  id === 'fileName' && !name.endsWith('Service') ? value.split('/').map(segment).join('/') : segment(value);

/** What is wrong with a configured template; undefined when it is valid. */
export function templateFault(name: LinkName, template: string): string | undefined {
  const allowed: readonly string[] = LINKS[name];
  const used = [...template.matchAll(PLACEHOLDER)].map(([, id = '']) => id);
  const example = template.replace(PLACEHOLDER, '1');
  const isPlain =
    /^https?:\/\/[^/{}]+\//.test(template) && !/[{}]/.test(example) && webAddress(example) === example;
  const isRight = isPlain && used.length > 0 && used.every((id) => allowed.includes(id));
  return isRight
    ? undefined
    : `expected an http or https address with ${allowed.map((id) => `{${id}}`).join(', ')} in it, or none`;
}

/** A link of the operator's own table: what a record is elsewhere. */
export interface OperatorLink {
  /** The IRI of the record. */
  readonly record: string;
  readonly iri: string;
  /** The line of the table. */
  readonly line: number;
}
