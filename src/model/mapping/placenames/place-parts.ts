import { numberOrText } from '../../../base/json.js';
import { webAddress } from '../../rdf/iris.js';
import type { Links } from '../../rdf/links.js';
import type { Node } from '../../rdf/node.js';
import type { Cluster, Place, Resource, Supplier } from '../../schema/placenames/place.js';
import type { Published } from '../../schema/privileged.js';
import { mediaType } from '../coded-fields.js';
import { byLanguage, byLanguageOr, withoutLanguage } from '../language.js';
import type { MappingContext } from '../mapping-context.js';

/** Places that share names and lie close together; its members refer to it (model 3.9). */
export const describeCluster = (cluster: Cluster, { iri }: MappingContext): Node => ({
  id: iri.cluster(cluster.focusID),
  type: ['PlaceCluster'],
  clusterFocus: iri.place(cluster.focusID),
});

/** A document on place-names, for several places (model 3.9). */
export const describeResource = (resource: Resource, { iri }: MappingContext): Node => ({
  id: iri.resource(resource.id),
  type: ['schema:DigitalDocument'],
  label: byLanguageOr(
    byLanguage(`Document ${resource.id}`, `Cáipéis ${resource.id}`),
    resource.titleEN,
    resource.titleGA,
  ),
  name: byLanguage(resource.titleEN, resource.titleGA),
  ...mediaType('typeID', resource.typeID),
  provider: resource.supplier && iri.supplier(resource.supplier.id),
});

/** The supplier of a document. */
export const describeSupplier = (supplier: Supplier, { iri }: MappingContext): Node => ({
  id: iri.supplier(supplier.id),
  type: ['schema:Organization'],
  label: byLanguageOr(
    byLanguage(`Supplier ${supplier.id}`, `Soláthraí ${supplier.id}`),
    supplier.nameEN,
    supplier.nameGA,
  ),
  name: byLanguage(supplier.nameEN, supplier.nameGA),
});

/** The term of each type of link, and whether its target is a page or an identifier. */
const LINKS: ReadonlyMap<
  string,
  { readonly term: string; readonly target: (target: string, link: Links) => string | undefined }
> = new Map(
  Object.entries({
    Geonames: { term: 'geonamesLink', target: gazetteerPage },
    WikipediaEn: { term: 'wikipediaEnLink', target: webAddress },
    WikipediaGa: { term: 'wikipediaGaLink', target: webAddress },
    CavanTownlands: { term: 'cavanTownlandsLink', target: webAddress },
    Osi: { term: 'osiId', target: (target) => target },
    OsNi: { term: 'osniId', target: (target) => target },
    PlacenamesNi: { term: 'placenamesNiId', target: (target) => target },
  }),
);

/** The gazetteer's page of a number, where a template is configured; an address as it is. */
function gazetteerPage(target: string, link: Links): string | undefined {
  const id = /^\d+$/.test(target) ? numberOrText(target) : target;
  return typeof id === 'number' ? link.gazetteer({ id }) : webAddress(id);
}

/**
 * Pages about a place, not the same thing (model 2.4 and 3.9). A web address of an unknown type becomes `seeAlso`; any other
 * target is unmapped.
 */
export function linksOf(
  place: Published<Place>,
  { link: templates }: MappingContext,
): {
  readonly links: Readonly<Record<string, readonly string[]>>;
  readonly unmapped: readonly string[];
} {
  const links: Record<string, string[]> = {};
  const unmapped: string[] = [];
  const add = (term: string, value: string | undefined) => {
    if (value !== undefined) links[term] = [...(links[term] ?? []), value];
  };
  for (const link of place.links) {
    const row = LINKS.get(link.type);
    const target = row === undefined ? webAddress(link.target) : row.target(link.target, templates);
    if (target === undefined) unmapped.push(`Link=${link.type}:${link.target}`);
    else add(row?.term ?? 'seeAlso', target);
  }
  return { links, unmapped };
}

/** Pages of the folklore archive about a place, with their languages, and their types as sent (model 2.4). */
export function describeFolklorePages({ folklore }: Published<Place>): Node[] {
  const pages = new Map<string, { readonly languages: Set<string>; readonly types: Set<string> }>();
  for (const { type, uriEN, uriGA } of folklore) {
    for (const [language, uri] of [
      ['en', uriEN],
      ['ga', uriGA],
    ] as const) {
      const address = uri && webAddress(uri);
      if (address === undefined || address === '') continue;
      const { languages, types } = pages.get(address) ?? { languages: new Set(), types: new Set() };
      pages.set(address, { languages: languages.add(language), types: type ? types.add(type) : types });
    }
  }
  return [...pages].map(([id, { languages, types }]) => ({
    id,
    type: ['schema:WebPage'],
    inLanguage: [...languages],
    pageType: [...types],
  }));
}

/**
 * The biographies of people born in a place. The configured address is used, as in the people database; a different address
 * of the source is kept as `seeAlso` (model 2.4).
 */
export const describeBiographies = (place: Published<Place>, { link }: MappingContext): Node[] =>
  place.bornHere.flatMap(({ id, title, uri }) => {
    const given = uri === undefined ? undefined : webAddress(uri);
    const page = link.biography({ id }) ?? given;
    return page === undefined
      ? []
      : [{ id: page, label: withoutLanguage(title), seeAlso: given === page ? undefined : [given] }];
  });
