import { webAddress } from '../rdf/iris.js';
import type { Links } from '../rdf/links.js';
import type { Node } from '../rdf/node.js';
import type { MappingContext } from './mapping-context.js';

/*
 * Statements that something is the same as something elsewhere. They are in datasets of their own, because a reasoner merges
 * what is the same (model 2.4). Pages about a thing are with its record.
 */

/** What a record states of its identity: ids from which addresses are made, and addresses as given. Plain data. */
export interface IdentityClaims {
  readonly linkedPlace?: number | undefined;
  readonly gazetteer?: number | undefined;
  /** Of a person. */
  readonly authority?: number | undefined;
  readonly given?: readonly string[];
}

/**
 * Authority files of libraries. A record of such a file describes a thing and is not the thing (model 2.4).
 */
const AUTHORITY_FILES =
  /^https?:\/\/(id\.worldcat\.org\/fast|viaf\.org\/viaf|id\.loc\.gov\/authorities|d-nb\.info\/gnd)\//;

/** The addresses of a record elsewhere. */
export const addressesOf = (claims: IdentityClaims, link: Links): readonly string[] =>
  [
    link.linkedPlace({ id: claims.linkedPlace }),
    link.gazetteer({ id: claims.gazetteer }),
    link.authority({ id: claims.authority }),
    ...(claims.given ?? []).map((address) => webAddress(address)),
  ].filter((address) => address !== undefined);

/** A text that is the same for spellings of an address that differ in `http`/`https` or in a slash at the end. */
export const addressKey = (address: string): string => address.replace(/^https?:/, '').replace(/\/$/, '');

/**
 * The node of a record's identity: `owl:sameAs`; `schema:sameAs` of a person, and of an address in an authority file;
 * `skos:closeMatch` of an address that several records of the release have (decision 2026-11-24: shared addresses).
 *
 * @param id the IRI of the record
 * @param isPerson whether the record is about a person and is not the person
 */
export function identify(
  id: string,
  isPerson: boolean,
  claims: IdentityClaims,
  { link, operatorLinks, isSharedAddress }: MappingContext,
): Node {
  const node = { id, sameAs: [] as string[], authority: [] as string[], closeMatch: [] as string[] };
  for (const address of [...addressesOf(claims, link), ...operatorLinks(id)]) {
    if (isSharedAddress(address)) node.closeMatch.push(address);
    else if (isPerson || AUTHORITY_FILES.test(address)) node.authority.push(address);
    else node.sameAs.push(address);
  }
  return node;
}
