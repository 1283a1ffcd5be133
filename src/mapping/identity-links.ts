import { webAddress } from '../rdf/iris.js';
import type { Node } from '../rdf/node.js';
import type { Person } from '../schema/archive/person.js';
import type { Country, LocationAbroad } from '../schema/archive/places.js';
import type { Place } from '../schema/placenames/place.js';
import type { Published } from '../schema/privileged.js';
import type { MappingContext } from './context.js';

/*
 * Statements that something is the same as something elsewhere. They are in datasets of their own, because a reasoner merges
 * what is the same (model 2.4). Pages about a thing are with its record.
 */

/** The place as linked data, and the links that the database states; none for a merged place. */
export const identifyPlace = (
  place: Published<Place>,
  { iri, link, operatorLinks }: MappingContext,
): Node => ({
  id: iri.place(place.id),
  sameAs:
    place.replacementID === undefined
      ? [
          link.linkedPlace({ id: place.id }),
          ...place.sameAs.map(({ uri }) => webAddress(uri)),
          ...operatorLinks(iri.place(place.id)),
        ]
      : [],
});

/** A county or place in Ireland, by its number in the place-names database, unless it was merged there. */
export const identifyLocation = (
  { logainmID }: { logainmID: number },
  { iri, link, placeRecord, operatorLinks }: MappingContext,
): Node => ({
  id: iri.place(logainmID),
  sameAs:
    placeRecord(logainmID)?.replacementID === undefined
      ? [link.linkedPlace({ id: logainmID }), ...operatorLinks(iri.place(logainmID))]
      : [],
});

/** The country in the gazetteer. */
export const identifyCountry = (
  { isoCode, geoNameID }: Country,
  { iri, link, operatorLinks }: MappingContext,
): Node => ({
  id: iri.country(isoCode),
  sameAs: [link.gazetteer({ id: geoNameID }), ...operatorLinks(iri.country(isoCode))],
});

/** A place abroad in the gazetteer, whose number is its id here. */
export const identifyLocationAbroad = (
  { geoNameID }: LocationAbroad,
  { iri, link, operatorLinks }: MappingContext,
): Node => ({
  id: iri.abroad(geoNameID),
  sameAs: [link.gazetteer({ id: geoNameID }), ...operatorLinks(iri.abroad(geoNameID))],
});

/** The person's record in the authority file: schema:sameAs, because the record is not the person. */
export const identifyPerson = (
  { id, viafID }: Published<Person>,
  { iri, link, operatorLinks }: MappingContext,
): Node => ({
  id: iri.person(id),
  authority: [link.authority({ id: viafID }), ...operatorLinks(iri.person(id))],
});
