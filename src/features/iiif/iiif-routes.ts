import type { PageContext } from '../browse/layout.js';
import { missing, type Page } from '../browse/page.js';
import { annotationsOf } from './annotations.js';
import { collectionOf, topCollection } from './collections.js';
import { IIIF_FOLDER, IIIF_MEDIA_TYPE, type IiifRequest, iiifRequest } from './iiif-addresses.js';
import { manifestOf } from './manifest.js';

/** The manifests, collections and annotations of the release (IIIF Presentation API 3.0), for viewers of other sites, too. */
export const iiifPage: Page = {
  path: `/${IIIF_FOLDER}/*`,
  isForOtherSites: true,
  answer: (c, context) => {
    const request = iiifRequest(new URL(c.req.url).pathname);
    const content = request === undefined ? undefined : contentOf(context, request);
    if (content === undefined)
      return missing(c, context, context.site.manifest.base + (request?.record ?? ''));
    return c.body(`${JSON.stringify(content)}\n`, 200, { 'Content-Type': IIIF_MEDIA_TYPE });
  },
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
