import { addressesOf, addressKey, type IdentityClaims } from '../../model/mapping/identity-links.js';
import { mintIris } from '../../model/rdf/iris.js';
import { makeLinks } from '../../model/rdf/links.js';
import { compareRefs, type RecordRef } from '../../model/records/record.js';
import type { BuildPlan } from '../plan/build-plan.js';
import { iriOf, kindsWithIriOf, refOfIri } from '../plan/record-iri.js';

/** A record and its identity claims. */
export interface Claimant {
  readonly ref: RecordRef;
  readonly claims: IdentityClaims;
}

/** An address elsewhere of several records, in one of its spellings, and these records in their order. */
export interface SharedAddress {
  readonly address: string;
  readonly holders: readonly RecordRef[];
}

/** The settings from which addresses are made. */
export type AddressSettings = Partial<Pick<BuildPlan, 'base' | 'links' | 'additions'>>;

const NO_BASE = mintIris('');

/**
 * The addresses elsewhere of several records. At most one of the records is what the address names. A place that both services
 * describe counts as one record.
 *
 * @param isPublished whether the release has a record, as far as is known before mapping
 * @returns by {@link addressKey}, in the order of code units
 */
export function sharedAddresses(
  claimants: Iterable<Claimant>,
  { base = '', links, additions: { links: operatorLinks = [] } = {} }: AddressSettings,
  isPublished: (ref: RecordRef) => boolean,
): ReadonlyMap<string, SharedAddress> {
  const link = makeLinks(links);
  const found = new Map<string, { address: string; readonly holders: Map<string, RecordRef> }>();
  const add = (address: string, ref: RecordRef): void => {
    const key = addressKey(address);
    const one = found.get(key) ?? { address, holders: new Map<string, RecordRef>() };
    found.set(key, one);
    one.holders.set(iriOf(ref, NO_BASE), ref);
    // Of two spellings one, whichever was read first.
    if (address < one.address) one.address = address;
  };
  const published = (ref: RecordRef): RecordRef | undefined =>
    kindsWithIriOf(ref.kind)
      .map((kind) => ({ kind, id: ref.id }))
      .find(isPublished);
  // The address that is made from the id of a place is that of another place only where one gives it.
  const addGiven = (address: string, ref: RecordRef): void => {
    add(address, ref);
    for (const [digits] of address.matchAll(/\d+/g)) {
      const id = Number(digits);
      if (!Number.isSafeInteger(id) || link.linkedPlace({ id }) !== address) continue;
      const other = published({ kind: 'place', id });
      if (other !== undefined) add(address, other);
    }
  };
  for (const { ref, claims } of claimants)
    for (const address of addressesOf(claims, link)) addGiven(address, ref);
  for (const { record, iri } of operatorLinks) {
    const named = refOfIri(record, base);
    const ref = named === undefined ? undefined : published(named);
    if (ref !== undefined) addGiven(iri, ref);
  }
  return new Map(
    [...found]
      .filter(([, { holders }]) => holders.size > 1)
      .map(([key, { address, holders }]) => {
        const inOrder = [...holders.values()].sort(compareRefs);
        return [key, { address, holders: inOrder }] as const;
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
