import { entry } from '../../base/map-entry.js';
import { inVocabularyBase } from '../../model/rdf/iris.js';
import type { AddedPage } from '../browse/added-pages.js';
import type { ResourceSummary } from '../browse/index/release-index.js';
import type { PageContext, RecordLink } from '../browse/layout.js';
import { missing, SHARED } from '../browse/page.js';
import { dataOnly } from '../browse/record/record-statements.js';
import type { Site } from '../browse/site.js';
import { withHeldOf } from '../views/held-statements.js';
import { LINKED_ART_CONTEXT, linkedArtDocuments } from '../views/linked-art.js';
import { readView, viewMapper } from '../views/view.js';
import { VIEWS } from '../views/view-names.js';

/** The media type of a record in Linked Art (Linked Art API 1.0, "JSON-LD"). */
const MEDIA_TYPE = `application/ld+json;profile="${LINKED_ART_CONTEXT}"`;
const FOLDER = '/linked-art/';

/** The functions from the IRI of a record to its document, for each release that is served. */
const WRITERS = new WeakMap<Site, (iri: string) => object | undefined>();

/** The document of a record in Linked Art, as the files of the view have it; undefined where the view says nothing of it. */
const documentOf = (site: Site, iri: string): object | undefined =>
  entry(WRITERS, site, () => {
    const { base, vocabularyBase } = site.manifest;
    const view = readView('linked-art', base, (text) => inVocabularyBase(text, vocabularyBase));
    const [map, withFacts, written] = [viewMapper(view), withHeldOf(site), linkedArtDocuments(view)];
    return (iri) => {
      const quads = dataOnly(site.index.documents(iri), site).flatMap((document) => document.quads);
      const documents = quads.length === 0 ? [] : written(map(withFacts({ iri, quads })));
      return documents.find((one) => 'id' in one && one.id === iri);
    };
  })(iri);

/** The link to a record in Linked Art. */
export function linkedArtLinks(
  { site, words, asFiles }: PageContext,
  { path }: ResourceSummary,
): readonly RecordLink[] {
  if (asFiles !== undefined || documentOf(site, site.manifest.base + path) === undefined) return [];
  const href = `${FOLDER}${path}.json`;
  return [{ href, mediaType: MEDIA_TYPE, title: VIEWS['linked-art'], note: words('linkedArtHint') }];
}

/** Records in Linked Art, one at an address. */
export const linkedArtPage: AddedPage = {
  path: `${FOLDER}*`,
  isShared: SHARED,
  answer: (c, context) => {
    const [, path = ''] = /^\/linked-art\/(.+)\.json$/.exec(new URL(c.req.url).pathname) ?? [];
    const iri = context.site.manifest.base + path;
    const document = documentOf(context.site, iri);
    if (document === undefined) return missing(c, context, iri, 'jsonld');
    return c.body(`${JSON.stringify(document)}\n`, 200, { 'Content-Type': MEDIA_TYPE });
  },
};
