import type { PlaceSummary } from '../../dictionary/placenames/place.js';
import type { Node } from '../../rdf/node.js';
import { byLanguage } from '../language.js';
import type { Setting } from '../setting.js';
import { placeTypes } from './place.js';

/** A place that others lie in and whose own record is not there: what they say of it (model 3.9). */
export const describePlaceSummary = (place: PlaceSummary, { iri }: Setting): Node => ({
  id: iri.place(place.id),
  type: placeTypes([place.category ?? []].flat()),
  label: byLanguage(place.nameEN, place.nameGA),
  name: byLanguage(place.nameEN, place.nameGA),
  category: [place.category ?? []].flat().map((category) => iri.category(category.id)),
  sourceId: String(place.id),
});
