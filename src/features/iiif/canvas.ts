import type { Quad } from '@rdfjs/types';
import type { ResourceSummary } from '../browse/index/release-index.js';
import type { PageContext } from '../browse/layout.js';
import { type Image, imageIn, statementsOf, valuesIn } from '../browse/pictures/pictures.js';
import { annotationsPath, canvasPath } from './iiif-addresses.js';
import { byLanguage, labelInBoth, wordInBoth } from './language-map.js';

/*
 * The canvas of a page or a photograph (IIIF Presentation API 3.0, section 5.3). Its size is that of the digital image where the
 * record states it. Where it does not, the size is nominal: of the usual shape of a page or a print. A picture of another shape is
 * shown as large as it can be within it. The size is not asked for: the server makes no request.
 */
const NOMINAL_SIZES = {
  page: { width: 1500, height: 2000 },
  photograph: { width: 2000, height: 1500 },
} as const;

/** Pixels as the archive writes them: `4800 x 3600`. */
const PIXEL_SIZE = /^\s*([1-9]\d{0,5})\s*[x×]\s*([1-9]\d{0,5})\s*$/i;

/** The media types of image files by their ending. */
const IMAGE_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  webp: 'image/webp',
  gif: 'image/gif',
};

/** A canvas with what the manifest needs to know of it. */
export interface PageCanvas {
  readonly canvas: { readonly id: string; readonly type: 'Canvas' };
  readonly picture: Image | undefined;
  /** The place of a page in its volume. */
  readonly position: number | undefined;
}

/**
 * The canvas of a page or a photograph. Without a picture it is empty.
 *
 * @param isTranscribed whether there are annotations of it
 */
export function canvasOf(
  context: PageContext,
  record: ResourceSummary,
  { isTranscribed = false }: { readonly isTranscribed?: boolean } = {},
): PageCanvas {
  const { origin } = context;
  const quads = statementsOf(context, record.path);
  const valuesOf = (term: string): readonly Quad['object'][] => valuesIn(context, quads, term);
  const picture = imageIn(context, record.path, quads);
  const id = origin + canvasPath(record.path);
  const canvas = {
    id,
    type: 'Canvas',
    label: byLanguage(valuesOf('pageNumber')) ?? byLanguage(valuesOf('label')) ?? labelInBoth(record),
    ...sizeOf(record, valuesOf('pixelSize')),
    items: picture === undefined ? [] : [paintingOf(context, id, picture)],
    ...(isTranscribed && {
      annotations: [
        {
          id: origin + annotationsPath(record.path),
          type: 'AnnotationPage',
          label: wordInBoth('transcript'),
        },
      ],
    }),
  } as const;
  const [position] = valuesOf('position').map(({ value }) => Number(value));
  return { canvas, picture, position };
}

function sizeOf(
  { kind }: ResourceSummary,
  stated: readonly Quad['object'][],
): { readonly width: number; readonly height: number } {
  const [, width, height] = stated.flatMap(({ value }) => PIXEL_SIZE.exec(value) ?? []);
  if (width !== undefined && height !== undefined) return { width: Number(width), height: Number(height) };
  return kind === 'photograph' ? NOMINAL_SIZES.photograph : NOMINAL_SIZES.page;
}

function paintingOf({ origin }: PageContext, canvas: string, picture: Image): object {
  const address = absolute(origin, picture.address);
  const ending = /\.([a-z]+)$/.exec(new URL(address).pathname.toLowerCase())?.[1] ?? '';
  // IIIF Image API, level 1: JPEG.
  const format = picture.service === undefined ? IMAGE_TYPES[ending] : 'image/jpeg';
  return {
    id: `${canvas}/painting`,
    type: 'AnnotationPage',
    items: [
      {
        id: `${canvas}/painting/picture`,
        type: 'Annotation',
        motivation: 'painting',
        body: {
          id: address,
          type: 'Image',
          ...(format !== undefined && { format }),
          ...serviceOf(origin, picture),
        },
        target: canvas,
      },
    ],
  };
}

/** A small picture of a record; only image services have one. */
export function thumbnailOf({ origin }: PageContext, picture: Image | undefined): object {
  if (picture?.service === undefined) return {};
  const image = { id: absolute(origin, picture.service.small), type: 'Image', format: 'image/jpeg' };
  return { thumbnail: [{ ...image, ...serviceOf(origin, picture) }] };
}

/** The image service of a picture. The release has its address alone: level 0 is what every service does, and clients read more in the description of the service. */
const serviceOf = (origin: string, { service }: Image): object =>
  service === undefined
    ? {}
    : { service: [{ id: absolute(origin, service.address), type: 'ImageService3', profile: 'level0' }] };

/** Pictures that this server has itself are named by their paths. */
const absolute = (origin: string, address: string): string =>
  address.startsWith('/') ? origin + address : address;
