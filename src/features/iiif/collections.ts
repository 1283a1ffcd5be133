import type { ResourceSummary } from '../browse/index/release-index.js';
import { LANGUAGES, type Language } from '../browse/interface-words.js';
import { labelOf, type PageContext, siteName } from '../browse/layout.js';
import { describedRecord, descriptiveProperties } from './descriptive-properties.js';
import {
  annotationsPath,
  collectionPath,
  IIIF_PRESENTATION_CONTEXT,
  iiifPath,
  MEMBER_KINDS,
  manifestPath,
} from './iiif-addresses.js';
import { inBoth, type LanguageMap, labelInBoth } from './language-map.js';
import { picturedCounts, picturedIn, transcribedPages } from './pictured-records.js';

/*
 * IIIF collections (Presentation API 3.0, section 5.1): one of all, one for each collection of the archive that has volumes or
 * photographs with pictures. One with more manifests than MOST_MANIFESTS has parts, in the order of the labels, so that nothing
 * that a client reads at once is long. Items are not in them: they are in the manifests of their volumes.
 */

/** Manifests of a collection, at most. */
const MOST_MANIFESTS = 200;

/** A collection of the archive with volumes or photographs that have pictures. */
interface PicturedCollection {
  readonly path: string;
  readonly count: number;
  /** How many parts it has: one for each {@link MOST_MANIFESTS}; none where all of them are in it. */
  readonly parts: number;
}

/** The collections of a release that have pictures, in its order. */
export function picturedCollections({ site }: Pick<PageContext, 'site'>): readonly PicturedCollection[] {
  const counts = new Map<string, number>();
  for (const kind of MEMBER_KINDS)
    for (const [path, count] of picturedCounts(site, kind)) counts.set(path, (counts.get(path) ?? 0) + count);
  return [...counts].map(([path, count]) => ({
    path,
    count,
    parts: count > MOST_MANIFESTS ? Math.ceil(count / MOST_MANIFESTS) : 0,
  }));
}

/** The addresses of everything that there is of a record: its manifest, its collection with the parts, the annotations of a page. */
export function iiifPathsOf(context: Pick<PageContext, 'site'>, record: ResourceSummary): readonly string[] {
  const { path, kind } = record;
  if (kind === 'page') return transcribedPages(context.site, [path]).has(path) ? [annotationsPath(path)] : [];
  const own = iiifPath(context, record);
  if (own === undefined) return [];
  const parts = picturedCollections(context).find((one) => one.path === path)?.parts ?? 0;
  return [own, ...Array.from({ length: parts }, (_, at) => collectionPath(path, at + 1))];
}

/** The collection of all; undefined for a release without pictures. */
export function topCollection(context: PageContext): object | undefined {
  const { site, origin } = context;
  const collections = picturedCollections(context);
  if (collections.length === 0) return undefined;
  const summaries = site.index.summaries(collections.map(({ path }) => path));
  return {
    '@context': IIIF_PRESENTATION_CONTEXT,
    id: origin + collectionPath(),
    type: 'Collection',
    label: inBoth((language) => [siteName({ ...context, language })]),
    items: collections.flatMap(({ path }) => {
      const summary = summaries.get(path);
      return summary === undefined
        ? []
        : reference(origin + collectionPath(path), 'Collection', labelInBoth(summary));
    }),
  };
}

/**
 * The collection of a record of the archive, or a part of it.
 *
 * @returns undefined for one without pictures, and for a part that there is not
 */
export function collectionOf(context: PageContext, path: string, part?: number): object | undefined {
  const { origin } = context;
  const found = picturedCollections(context).find((one) => one.path === path);
  const described = found === undefined ? undefined : describedRecord(context, path);
  if (found === undefined || described === undefined) return undefined;
  if (part !== undefined && part > found.parts) return undefined;
  const whole = reference(origin + collectionPath(path), 'Collection', labelInBoth(described.summary));
  const all = reference(
    origin + collectionPath(),
    'Collection',
    inBoth((language) => [siteName({ ...context, language })]) ?? {},
  );
  const head = {
    '@context': IIIF_PRESENTATION_CONTEXT,
    id: origin + collectionPath(path, part),
    type: 'Collection',
  };
  if (part !== undefined) {
    const members = membersOf(context, path, part);
    return { ...head, label: fromTo(members), partOf: [whole], items: manifestsOf(context, members) };
  }
  const members = membersOf(context, path);
  const items =
    found.parts === 0
      ? manifestsOf(context, members)
      : Array.from({ length: found.parts }, (_, at) => {
          const some = members.slice(at * MOST_MANIFESTS, (at + 1) * MOST_MANIFESTS);
          return reference(origin + collectionPath(path, at + 1), 'Collection', fromTo(some));
        });
  return { ...head, ...descriptiveProperties(described), partOf: [all], items };
}

/** The volumes or photographs of a collection, which has one of these kinds; or those of one of its parts, from 1. */
function membersOf({ site }: PageContext, path: string, part?: number): readonly ResourceSummary[] {
  const [most, offset] = part === undefined ? [-1, 0] : [MOST_MANIFESTS, (part - 1) * MOST_MANIFESTS];
  return MEMBER_KINDS.flatMap((kind) => picturedIn(site, path, kind, most, offset));
}

const manifestsOf = ({ origin }: PageContext, records: readonly ResourceSummary[]): readonly object[] =>
  records.map((record) => reference(origin + manifestPath(record.path), 'Manifest', labelInBoth(record)));

const reference = (id: string, type: 'Collection' | 'Manifest', label: LanguageMap): object => ({
  id,
  type,
  label,
});

/** The labels of the first and the last of some records. */
function fromTo(records: readonly ResourceSummary[]): LanguageMap {
  const [first, last] = [records[0], records.at(-1)];
  const named = (record: ResourceSummary | undefined, language: Language): string =>
    record === undefined ? '' : labelOf(record, language);
  return (
    inBoth((language) => [`${named(first, language)} – ${named(last, language)}`]) ??
    Object.fromEntries(LANGUAGES.map((language) => [language, []]))
  );
}
