import type { PageContext, ServiceUse } from '../browse/layout.js';
import { missing, type Page, SHARED } from '../browse/page.js';
import type { FilesOfPage } from '../browse/page-files.js';
import { annotationsOf } from './annotations.js';
import { collectionOf, iiifPathsOf, picturedCollections, topCollection } from './collections.js';
import {
  collectionPath,
  IIIF_FOLDER,
  IIIF_MEDIA_TYPE,
  type IiifRequest,
  iiifRequest,
  manifestPath,
} from './iiif-addresses.js';
import { manifestOf } from './manifest.js';
import { examplePictured, PICTURED_KINDS, picturedCount, transcribedCount } from './pictured-records.js';

/**
 * The manifests, collections and annotations of the release (IIIF Presentation API 3.0), for viewers of other sites, too.
 *
 * @param isInFiles whether a site without a server has them
 */
export const iiifPage = (isInFiles: boolean): Page => ({
  path: `/${IIIF_FOLDER}/*`,
  ...(isInFiles && { files: FILES }),
  isShared: SHARED,
  service: {
    ...{ title: 'IIIF Presentation API 3.0', conformsTo: 'https://iiif.io/api/presentation/3.0/' },
    ...{ address: collectionPath(), isOffered: (site) => picturedCollections({ site }).length > 0 },
    use: (context) => ({ note: context.words('iiifHint'), ...viewerOf(context) }),
  },
  answer: (c, context) => {
    const request = iiifRequest(new URL(c.req.url).pathname);
    const content = request === undefined ? undefined : contentOf(context, request);
    if (content === undefined)
      return missing(c, context, context.site.manifest.base + (request?.record ?? ''));
    return c.body(`${JSON.stringify(content)}\n`, 200, { 'Content-Type': IIIF_MEDIA_TYPE });
  },
});

/** A link to a viewer of another site, with the manifest of a record (IIIF Content State API 1.0, section 4.2). */
function viewerOf({ site, origin, words }: PageContext): Pick<ServiceUse, 'link'> {
  const example = examplePictured(site);
  if (example === undefined) return {};
  const parameters = new URLSearchParams({ 'iiif-content': origin + manifestPath(example.path) });
  const href = `https://projectmirador.org/embed/?${parameters}`;
  return { link: { href, text: words('iiifViewer') } };
}

const FILES: FilesOfPage = {
  isShared: true,
  addresses: (asFiles) => (picturedCollections(asFiles).length > 0 ? [collectionPath()] : []),
  ofRecord: iiifPathsOf,
  records: ({ site }) => [
    ['collection', picturedCollections({ site }).length],
    ['page', transcribedCount(site)],
    ...PICTURED_KINDS.map((kind) => [kind, picturedCount(site, kind)] as const),
  ],
  targetOf: ({ path }) => ({ file: path.slice(1), isShared: true }),
};

function contentOf(context: PageContext, request: IiifRequest): object | undefined {
  switch (request.type) {
    case 'manifest':
      return manifestOf(context, request.record);
    case 'annotations':
      return annotationsOf(context, request.record);
    case 'collection':
      return request.record === undefined
        ? topCollection(context)
        : collectionOf(context, request.record, request.part);
  }
}
