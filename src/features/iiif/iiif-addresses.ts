import type { ResourceSummary } from '../browse/index/release-index.js';
import type { PageContext, RecordLink } from '../browse/layout.js';
import { hasPictures, picturedCounts } from './pictured-records.js';

/** What manifests and collections name (IIIF Presentation API 3.0, section 4.6). */
export const IIIF_PRESENTATION_CONTEXT = 'http://iiif.io/api/presentation/3/context.json';

/*
 * The addresses of manifests, collections and annotations. They are the same on a server and on a host of files: a file each,
 * below one folder, so that a host can say of all of them that other sites may read them (CORS).
 */

/** The media type of what they answer (IIIF Presentation API 3.0, section 6.2). */
export const IIIF_MEDIA_TYPE = `application/ld+json;profile="${IIIF_PRESENTATION_CONTEXT}"`;

/** The folder of all of them. */
export const IIIF_FOLDER = 'iiif';

/** The path of the manifest of a record. */
export const manifestPath = (record: string): string => `/${IIIF_FOLDER}/${record}/manifest.json`;

/** The path of the annotations of a page: its transcripts. */
export const annotationsPath = (page: string): string => `/${IIIF_FOLDER}/${page}/annotations.json`;

/** The path of the collection of a record, or of all collections; of its part, from 1, where it has parts. */
export const collectionPath = (record?: string, part?: number): string =>
  `/${IIIF_FOLDER}/${record === undefined ? '' : `${record}/`}collection${part === undefined ? '' : `-${part}`}.json`;

/** The path of the canvas of a page or a photograph: the same in the manifest of the volume and in that of the item. Nothing answers it. */
export const canvasPath = (record: string): string => `/${IIIF_FOLDER}/${record}/canvas`;

/**
 * The path of the manifest or the collection of a record, which its page links.
 *
 * @returns undefined for a record without pictures
 */
export function iiifPath({ site }: Pick<PageContext, 'site'>, record: ResourceSummary): string | undefined {
  if (hasPictures(site, record)) return manifestPath(record.path);
  const isCollection =
    record.kind === 'collection' && MEMBER_KINDS.some((kind) => picturedCounts(site, kind).has(record.path));
  return isCollection ? collectionPath(record.path) : undefined;
}

/** The link to the manifest or the collection of a record. */
export function iiifLinks(context: PageContext, record: ResourceSummary): readonly RecordLink[] {
  const href = iiifPath(context, record);
  if (href === undefined) return [];
  const { words } = context;
  const title = words(record.kind === 'collection' ? 'iiifCollection' : 'iiifManifest');
  return [{ href, mediaType: IIIF_MEDIA_TYPE, title, note: words('iiifHint') }];
}

/** Kinds of the members of collections. */
export const MEMBER_KINDS = ['volume', 'photograph'] as const;

/** What an address below the folder asks for. */
export type IiifRequest =
  | { readonly type: 'manifest' | 'annotations'; readonly record: string }
  | { readonly type: 'collection'; readonly record?: string; readonly part?: number };

/** Reads a path; undefined for one that none of the functions above makes. */
export function iiifRequest(path: string): IiifRequest | undefined {
  const [, record, name = '', part] =
    /^\/iiif\/(?:(.+)\/)?(manifest|annotations|collection)(?:-([1-9]\d{0,5}))?\.json$/.exec(path) ?? [];
  if (record === undefined) return name === 'collection' && part === undefined ? { type: name } : undefined;
  if (name === 'collection') return { type: name, record, ...(part !== undefined && { part: Number(part) }) };
  const isOther = name === 'manifest' || name === 'annotations';
  return isOther && part === undefined ? { type: name, record } : undefined;
}
