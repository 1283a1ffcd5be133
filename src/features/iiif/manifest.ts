import { entry } from '../../base/map-entry.js';
import { localName } from '../../model/rdf/iri-syntax.js';
import type { ResourceSummary } from '../browse/index/release-index.js';
import type { PageContext } from '../browse/layout.js';
import { pagesOf } from '../browse/pictures/pictures.js';
import { canvasOf, type PageCanvas, thumbnailOf } from './canvas.js';
import { type DescribedRecord, describedRecord, descriptiveProperties } from './descriptive-properties.js';
import { canvasPath, collectionPath, IIIF_PRESENTATION_CONTEXT, manifestPath } from './iiif-addresses.js';
import { labelInBoth } from './language-map.js';
import { hasPictures, onPagesOf, transcribedPages } from './pictured-records.js';

/** The type of volumes whose pages are in the order of a book, as the context of the release names it. */
const BOUND = 'bound-volume';

/**
 * The manifest of a volume, an item or a photograph (IIIF Presentation API 3.0, section 5.2): a canvas for each page, also for one
 * without a picture, so that no page takes the place of another.
 *
 * @returns undefined for a record without pictures
 */
export function manifestOf(context: PageContext, path: string): object | undefined {
  const { site, origin } = context;
  const described = describedRecord(context, path);
  if (described === undefined || !hasPictures(site, described.summary)) return undefined;
  const { summary } = described;
  const pages = summary.kind === 'photograph' ? [summary] : pagesOf(context, path);
  const transcribed = transcribedPages(
    site,
    pages.map((page) => page.path),
  );
  const canvases = pages.map((page) =>
    canvasOf(context, page, { isTranscribed: transcribed.has(page.path) }),
  );
  const partOf = wholesOf(described);
  const structures = summary.kind === 'volume' ? rangesOf(context, path, pages) : [];
  return {
    '@context': IIIF_PRESENTATION_CONTEXT,
    id: origin + manifestPath(path),
    type: 'Manifest',
    ...descriptiveProperties(described),
    ...(partOf.length > 0 && { partOf }),
    ...thumbnailOf(context, canvases.find(({ picture }) => picture !== undefined)?.picture),
    ...(isPaged(described, canvases) && { behavior: ['paged'] }),
    items: canvases.map(({ canvas }) => canvas),
    ...(structures.length > 0 && { structures }),
  };
}

/** The manifest of the volume and the collection that a record is in. */
const wholesOf = ({ trail, context: { site, origin } }: DescribedRecord): readonly object[] =>
  trail.toReversed().flatMap((one) => {
    const label = labelInBoth(one);
    if (one.kind === 'collection')
      return [{ id: origin + collectionPath(one.path), type: 'Collection', label }];
    return hasPictures(site, one) ? [{ id: origin + manifestPath(one.path), type: 'Manifest', label }] : [];
  });

/** Whether canvases can be shown two by two: those of a bound volume of which no page is missing. */
function isPaged({ summary, records }: DescribedRecord, canvases: readonly PageCanvas[]): boolean {
  const isBound = records.en.values('volumeType').some(({ value }) => localName(value) === BOUND);
  const first = canvases[0]?.position ?? Number.NaN;
  return (
    summary.kind === 'volume' && isBound && canvases.every(({ position }, at) => position === first + at)
  );
}

/** The parts of a volume and the items in them, each with its pages (section 5.4). */
function rangesOf(
  context: PageContext,
  volume: string,
  pages: readonly ResourceSummary[],
): readonly object[] {
  const { site, origin } = context;
  const known = new Set(pages.map(({ path }) => path));
  const canvases = new Map<string, Set<string>>();
  const items = new Map<string, Map<string, ResourceSummary>>();
  // In the order of their first pages.
  for (const { whole, page, ...holder } of onPagesOf(site, volume)) {
    if (!known.has(page)) continue;
    entry(canvases, holder.path, () => new Set()).add(page);
    const isPart = holder.kind === 'part';
    const ofPart = entry(items, isPart ? holder.path : whole, () => new Map());
    if (!isPart) ofPart.set(holder.path, holder);
  }
  const canvasesOf = (path: string): readonly object[] =>
    [...(canvases.get(path) ?? [])].map((page) => ({ id: origin + canvasPath(page), type: 'Canvas' }));
  const rangeOf = (record: ResourceSummary, inside: readonly object[]): object => ({
    id: `${origin}${manifestPath(volume)}#${record.path}`,
    type: 'Range',
    label: labelInBoth(record),
    items: inside,
  });
  const parts = site.index.summaries(items.keys());
  return [...items].flatMap(([path, ofPart]) => {
    const part = parts.get(path);
    const ranges = [...ofPart.values()].map((item) => rangeOf(item, canvasesOf(item.path)));
    return part === undefined ? ranges : [rangeOf(part, [...canvasesOf(path), ...ranges])];
  });
}
