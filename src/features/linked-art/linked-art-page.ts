import { entry } from '../../base/map-entry.js';
import { inVocabularyBase } from '../../model/rdf/iris.js';
import type { AddedPage } from '../browse/added-pages.js';
import type { ResourceSummary } from '../browse/index/release-index.js';
import type { PageContext, RecordLink } from '../browse/layout.js';
import { missing, SHARED } from '../browse/page.js';
import { dataOnly } from '../browse/record/record-statements.js';
import type { Site } from '../browse/site.js';
import { withHeldOf } from '../views/held-statements.js';
import { hasLinkedArt, LINKED_ART_CONTEXT, linkedArtDocuments } from '../views/linked-art.js';
import { readView, viewMapper } from '../views/view.js';
import { VIEWS } from '../views/view-names.js';

/** The media type of a record in Linked Art (Linked Art API 1.0, "JSON-LD"). */
const MEDIA_TYPE = `application/ld+json;profile="${LINKED_ART_CONTEXT}"`;
const FOLDER = '/linked-art/';

/** What is made once for each release that is served. */
const MAKERS = new WeakMap<Site, ReturnType<typeof makerOf>>();

function makerOf(site: Site) {
  const { base, vocabularyBase } = site.manifest;
  const view = readView('linked-art', base, (text) => inVocabularyBase(text, vocabularyBase));
  const [map, withFacts, written] = [viewMapper(view), withHeldOf(site), linkedArtDocuments(view)];
  const isThere = hasLinkedArt(view);
  const quadsOf = (iri: string) =>
    dataOnly(site.index.documents(iri), site).flatMap((document) => document.quads);
  return {
    /** Whether the view has a record. The page of each record asks, so that the record is not mapped for that. */
    has: (iri: string): boolean => isThere(iri, quadsOf(iri)),
    /** The document of a record, as the files of the view have it; undefined where the view says nothing of it. */
    documentOf(iri: string): object | undefined {
      const quads = quadsOf(iri);
      const documents = quads.length === 0 ? [] : written(map(withFacts({ iri, quads })));
      return documents.find((one) => 'id' in one && one.id === iri);
    },
  };
}

const linkedArtOf = (site: Site) => entry(MAKERS, site, () => makerOf(site));

/** The link to a record in Linked Art. */
export function linkedArtLinks(
  { site, words, asFiles }: PageContext,
  { path }: ResourceSummary,
): readonly RecordLink[] {
  if (asFiles !== undefined || !linkedArtOf(site).has(site.manifest.base + path)) return [];
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
    const document = linkedArtOf(context.site).documentOf(iri);
    if (document === undefined) return missing(c, context, iri, 'jsonld');
    return c.body(`${JSON.stringify(document)}\n`, 200, { 'Content-Type': MEDIA_TYPE });
  },
};
