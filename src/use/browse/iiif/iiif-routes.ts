import type { Context, Hono } from 'hono';
import type { PageContext } from '../layout.js';
import { annotationsOf } from './annotations.js';
import { collectionOf, topCollection } from './collections.js';
import { IIIF_FOLDER, IIIF_MEDIA_TYPE, type IiifRequest, iiifRequest } from './iiif-addresses.js';
import { manifestOf } from './manifest.js';

interface IiifOptions {
  readonly contextOf: (c: Context) => PageContext;
  /** Answers 410 for a record that was withdrawn, 404 for another. */
  readonly missing: (c: Context, iri: string) => Response | Promise<Response>;
}

/** Adds the manifests, collections and annotations of the release (IIIF Presentation API 3.0), for viewers of other sites, too. */
export function addIiifRoutes(app: Hono, { contextOf, missing }: IiifOptions): void {
  app.get(`/${IIIF_FOLDER}/*`, (c) => {
    const context = contextOf(c);
    const request = iiifRequest(new URL(c.req.url).pathname);
    const content = request === undefined ? undefined : contentOf(context, request);
    if (content === undefined) return missing(c, context.site.manifest.base + (request?.record ?? ''));
    return c.body(`${JSON.stringify(content)}\n`, 200, { 'Content-Type': IIIF_MEDIA_TYPE });
  });
}

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
