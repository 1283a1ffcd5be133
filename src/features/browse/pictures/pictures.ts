import type { Quad } from '@rdfjs/types';
import { pictureAddress } from '../index/record-facts.js';
import { PROPERTY, type ResourceDocument, type ResourceSummary, SUMMARY } from '../index/release-index.js';
import { kindName } from '../interface-words.js';
import { labelOf, type PageContext } from '../layout.js';
import type { Page } from '../page.js';

/** Pictures of pages that the page of an item, a part or a volume shows. */
const MOST_PICTURES = 6;

/** Pixels: how wide pictures are that an image service is asked for, one that stands alone and one of several. */
const WIDTHS = { large: 800, small: 240 } as const;

/** Pictures of this server in the place of those of a host that does not exist: of the sample world. */
export interface LocalImages {
  /** `https://images.example.org`, for example. */
  readonly host: string;
  /** The path of all of them, there and here. */
  readonly path: string;
  fetch(request: Request): Response | Promise<Response>;
}

/** The pictures of this server. */
export const localPictures = ({ path, fetch }: LocalImages): Page => ({
  path: `${path}/*`,
  isShared: () => true,
  answer: (c) => fetch(c.req.raw),
});

/** Where a picture is. */
export interface Image {
  /** The whole image. */
  readonly address: string;
  /** Where the release names an image service: the service, and images of its, of these widths. */
  readonly service?: { readonly address: string; readonly large: string; readonly small: string };
}

/** The picture of a page of a volume, or a photograph. */
export interface Picture extends Image {
  /** The record that it is of. */
  readonly record: ResourceSummary;
  /** Its name, such as `Page 12 of CBÉS 0001`. */
  readonly name: string;
}

/** The pictures of a record. */
interface RecordPictures {
  /** Of the record itself, or the first ones of its pages. */
  readonly shown: readonly Picture[];
  /** The pages of an item, a part or a volume, in order. */
  readonly pages: readonly ResourceSummary[];
  /** The pages can be read one by one, at this address. */
  readonly reader?: string;
}

/** Kinds whose pages can be read one by one. */
export const READ_KINDS: ReadonlySet<string> = new Set(['volume', 'part', 'item']);

const KNOWN = new WeakMap<readonly ResourceDocument[], RecordPictures>();

/** The pictures of a record that its page shows. The answer is the same object for the same documents. */
export function picturesOf(
  context: PageContext,
  path: string,
  documents: readonly ResourceDocument[],
): RecordPictures {
  const pictures = KNOWN.get(documents) ?? findPictures(context, path, documents);
  KNOWN.set(documents, pictures);
  return pictures;
}

function findPictures(
  context: PageContext,
  path: string,
  documents: readonly ResourceDocument[],
): RecordPictures {
  const { site } = context;
  const summary = site.index.summary(path);
  if (summary?.kind === 'photograph' || summary?.kind === 'page') {
    const own = pictureIn(context, summary, quadsOf(documents));
    const volume = summary.kind === 'page' ? volumeOf(context, quadsOf(documents)) : undefined;
    return {
      shown: own === undefined ? [] : [own],
      pages: [],
      ...(volume && { reader: readAddress(volume.path, path) }),
    };
  }
  if (summary?.kind == null || !READ_KINDS.has(summary.kind)) return { shown: [], pages: [] };
  const pages = pagesOf(context, path);
  const shown = pages.slice(0, MOST_PICTURES).flatMap((page) => pictureOf(context, page) ?? []);
  return { shown, pages, ...(pages.length > 0 && { reader: readAddress(path) }) };
}

/** The pages of a volume, or those that an item, a part or the items of a part name, in their order in the volume; those without a place last. */
export function pagesOf({ site: { index, iriOf } }: PageContext, path: string): readonly ResourceSummary[] {
  const id = index.idOf(path) ?? 0;
  const holds = `IN (${PROPERTY}, ${PROPERTY})`;
  const [isPartOf, onPage, titlePage] = ['isPartOf', 'onPage', 'titlePage'].map(iriOf) as [
    string,
    string,
    string,
  ];
  return index.all<ResourceSummary>(
    `SELECT ${SUMMARY} FROM resource WHERE kind = 'page' AND id IN (
       SELECT source FROM link WHERE target = ? AND property = ${PROPERTY}
       UNION SELECT target FROM link WHERE source = ? AND property ${holds}
       UNION SELECT held.target FROM link AS inside JOIN link AS held ON held.source = inside.source
       WHERE inside.target = ? AND inside.property = ${PROPERTY} AND held.property ${holds}
     ) ORDER BY position IS NULL, position, id`,
    [id, isPartOf, id, onPage, titlePage, id, isPartOf, onPage, titlePage],
  );
}

/** Where the pages of a record are read, at one of them or at the first. */
export const readAddress = (path: string, page?: string): string =>
  `/read/${path}${page === undefined ? '' : `?page=${encodeURIComponent(pageId(page))}`}`;

/** What tells a page from the others of its collection: the end of its path. */
export const pageId = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The picture of a page; undefined where the release names none. */
export const pictureOf = (context: PageContext, record: ResourceSummary): Picture | undefined =>
  pictureIn(context, record, statementsOf(context, record.path));

/** The statements of the release about a record. */
export const statementsOf = ({ site }: PageContext, path: string): readonly Quad[] =>
  quadsOf(site.index.documents(site.manifest.base + path));

/** The values of a property in the statements of a record and its nodes, by its term in the context. */
export const valuesIn = (
  { site }: PageContext,
  quads: readonly Quad[],
  term: string,
): readonly Quad['object'][] =>
  quads.flatMap(({ predicate, object }) => (predicate.value === site.iriOf(term) ? object : []));

const quadsOf = (documents: readonly ResourceDocument[]): readonly Quad[] =>
  documents.flatMap(({ quads }) => quads);

function pictureIn(
  context: PageContext,
  record: ResourceSummary,
  quads: readonly Quad[],
): Picture | undefined {
  const image = imageIn(context, record.path, quads);
  return image && { record, name: pictureName(context, record, quads), ...image };
}

/** The addresses of the picture of a record, in its statements; undefined where the release names none. */
export function imageIn(context: PageContext, path: string, quads: readonly Quad[]): Image | undefined {
  const { site } = context;
  const objectOf = (subject: string, term: string): string | undefined =>
    quads.find((quad) => quad.subject.value === subject && quad.predicate.value === site.iriOf(term))?.object
      .value;
  const image = objectOf(site.manifest.base + path, 'associatedMedia');
  if (image === undefined) return undefined;
  const address = imageAddress(context, objectOf(image, 'contentUrl'));
  if (address === undefined) return undefined;
  const service = imageAddress(context, objectOf(image, 'imageService'))?.replace(/\/$/, '');
  if (service === undefined || /[?#]/.test(service)) return { address };
  // IIIF Image API, level 1: a size by its width.
  const sized = (width: number): string => `${service}/full/${width},/0/default.jpg`;
  return {
    address,
    service: { address: service, large: sized(WIDTHS.large), small: sized(WIDTHS.small) },
  };
}

/** What a picture is of, in words. */
export function pictureName(context: PageContext, record: ResourceSummary, quads: readonly Quad[]): string {
  const { site, language, words } = context;
  const kind = kindName(record.kind ?? '', 'one', language);
  const label = labelOf(record, language);
  const number = quads.find(
    ({ subject, predicate }) =>
      subject.value === site.manifest.base + record.path && predicate.value === site.iriOf('pageNumber'),
  );
  const volume = volumeOf(context, quads);
  if (record.kind === 'page' && number !== undefined && volume !== undefined)
    return `${kind} ${number.object.value} ${words('ofVolume')} ${labelOf(volume, language)}`;
  if (record.kind === 'photograph') return `${kind}: ${label}`;
  return label.startsWith(kind) ? label : `${kind} ${label}`;
}

/** The volume of a page, of its statements. */
function volumeOf({ site }: PageContext, quads: readonly Quad[]): ResourceSummary | undefined {
  const whole = quads.find(({ predicate }) => predicate.value === site.iriOf('isPartOf'))?.object.value;
  return whole === undefined ? undefined : site.index.summary(site.index.pathOf(whole));
}

/** An address of the release as a page may name it: of a web host, or the path of what this server has in its place. */
function imageAddress({ localImages }: PageContext, iri: string | undefined): string | undefined {
  const address = iri === undefined ? undefined : pictureAddress(iri);
  if (address === undefined) return undefined;
  const { origin, href } = address;
  return localImages !== undefined && origin === localImages ? href.slice(origin.length) : href;
}

/** A policy that also allows images of the hosts of some pictures, and requests to those of their services; nothing else. */
export function picturePolicy(policy: string, pictures: readonly Picture[]): string {
  const images = originsOf(pictures.flatMap(({ address, service }) => [address, service?.address]));
  const services = originsOf(pictures.map(({ service }) => service?.address));
  return policy
    .replace('img-src', ['img-src', ...images].join(' '))
    .replace('connect-src', ['connect-src', ...services].join(' '));
}

/** The origins of other hosts, each once. */
const originsOf = (addresses: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(
    addresses.flatMap((address) =>
      address === undefined || address.startsWith('/') ? [] : new URL(address).origin,
    ),
  ),
];
