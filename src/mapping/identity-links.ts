import { webAddress } from '../rdf/iris.js';
import type { Node } from '../rdf/node.js';
import type { Person } from '../schema/archive/person.js';
import type { Country, LocationAbroad } from '../schema/archive/places.js';
import type { Place } from '../schema/placenames/place.js';
import type { Published } from '../schema/privileged.js';
import type { MappingContext } from './context.js';

/*
 * That something is the same as something elsewhere. A reasoner merges what is the same, so it is said in files of
 * its own, of the same IRIs: who does not want it leaves the file out (model 2.4). Pages about a thing stand with it.
 */

/** The same place as linked data, and wherever else the database says it is; a merged place is nothing any more. */
export const identifyPlace = (place: Published<Place>, { iri, link }: MappingContext): Node => ({
  id: iri.place(place.id),
  sameAs:
    place.replacementID === undefined
      ? [link.linkedPlace({ id: place.id }), ...place.sameAs.map(({ uri }) => webAddress(uri))]
      : [],
});

/** The same county or place in Ireland, by its number in the place-names database, unless it was merged there. */
export const identifyLocation = (
  { logainmID }: { logainmID: number },
  { iri, link, placeRecord }: MappingContext,
): Node => ({
  id: iri.place(logainmID),
  sameAs: placeRecord(logainmID)?.replacementID === undefined ? [link.linkedPlace({ id: logainmID })] : [],
});

/** The same country in the gazetteer. */
export const identifyCountry = ({ isoCode, geoNameID }: Country, { iri, link }: MappingContext): Node => ({
  id: iri.country(isoCode),
  sameAs: [link.gazetteer({ id: geoNameID })],
});

/** The same place abroad in the gazetteer, whose number is its name here. */
export const identifyLocationAbroad = (
  { geoNameID }: LocationAbroad,
  { iri, link }: MappingContext,
): Node => ({
  id: iri.abroad(geoNameID),
  sameAs: [link.gazetteer({ id: geoNameID })],
});

/** The same person in the authority file: schema:sameAs, because its records are about people, not people. */
export const identifyPerson = ({ id, viafID }: Published<Person>, { iri, link }: MappingContext): Node => ({
  id: iri.person(id),
  authority: link.authority({ id: viafID }),
});
