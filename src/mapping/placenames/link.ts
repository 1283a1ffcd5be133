import type { Place } from '../../dictionary/placenames/place.js';
import type { Published } from '../../dictionary/privileged.js';
import { external, webAddress } from '../../rdf/iris.js';

/** Which term a type of link is said with, and whether its target is a page or a bare identifier. */
const LINKS: ReadonlyMap<
  string,
  { readonly term: string; readonly target: (target: string) => string | undefined }
> = new Map(
  Object.entries({
    Geonames: { term: 'geonamesLink', target: (target) => gazetteerPage(target) },
    WikipediaEn: { term: 'wikipediaEnLink', target: webAddress },
    WikipediaGa: { term: 'wikipediaGaLink', target: webAddress },
    CavanTownlands: { term: 'cavanTownlandsLink', target: webAddress },
    Osi: { term: 'osiId', target: (target) => target },
    OsNi: { term: 'osniId', target: (target) => target },
    PlacenamesNi: { term: 'placenamesNiId', target: (target) => target },
  }),
);

const gazetteerPage = (target: string): string | undefined =>
  /^\d+$/.test(target) ? external.gazetteer(Number(target)) : webAddress(target);

/**
 * Pages about a place: related data, never identity (model 2.4 and 3.9). A link of an unknown type is kept
 * as such if it is a web address; a target that fits nowhere is told as unmapped.
 */
export function linksOf(place: Published<Place>): {
  readonly links: Readonly<Record<string, readonly string[]>>;
  readonly unmapped: readonly string[];
} {
  const links: Record<string, string[]> = {};
  const unmapped: string[] = [];
  const say = (term: string, value: string | undefined) => {
    if (value !== undefined) links[term] = [...(links[term] ?? []), value];
  };
  for (const link of place.links) {
    const row = LINKS.get(link.type);
    const target = row === undefined ? webAddress(link.target) : row.target(link.target);
    if (target === undefined) unmapped.push(`Link=${link.type}:${link.target}`);
    else say(row?.term ?? 'seeAlso', target);
  }
  for (const { id, uri } of place.bornHere) {
    const address = uri && webAddress(uri);
    if (address !== external.biography(id)) say('seeAlso', address);
  }
  for (const page of place.folklore) {
    for (const uri of [page.uriEN, page.uriGA]) say('seeAlso', uri && webAddress(uri));
  }
  return { links, unmapped };
}
