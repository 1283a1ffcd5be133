import { fragment, webAddress } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import type { GridReference, Image, Place, PlaceSummary, Resource } from '../../schema/placenames/place.js';
import type { Published } from '../../schema/privileged.js';
import { coded } from '../codes.js';
import type { MappingContext } from '../context.js';
import { byLanguage } from '../language.js';
import { entry } from '../record.js';
import { geography, gridNotation } from './geography.js';
import { describeBiographies, linksOf } from './place-parts.js';
import { describePlacename, namesOf } from './placename.js';

/** A place that others lie in and whose own record is not there: what they say of it (model 3.9). */
export const describePlaceSummary = (place: PlaceSummary, { iri }: MappingContext): Node => ({
  id: iri.place(place.id),
  type: placeTypes([place.category ?? []].flat()),
  label: byLanguage(place.nameEN, place.nameGA),
  name: byLanguage(place.nameEN, place.nameGA),
  category: [place.category ?? []].flat().map((category) => iri.category(category.id)),
  sourceId: String(place.id),
});

/** The category of counties (wire-format 4, category). */
const COUNTY = 'CON';

/** A place of the place-names database (model 3.9); a merged one only points to the place it became part of. */
export const describePlace = (place: Published<Place>, setting: MappingContext): Node =>
  place.replacementID === undefined
    ? describeLivePlace(place, setting)
    : {
        id: setting.iri.place(place.id),
        deprecated: true,
        isReplacedBy: setting.iri.place(place.replacementID),
      };

/** What a place is, by its categories: counties are more than places. */
export const placeTypes = (categories: readonly { readonly id: string }[]): string[] =>
  categories.some((category) => category.id === COUNTY)
    ? ['Place', 'County', 'SchemaPlace', 'AdministrativeArea', 'Feature']
    : ['Place', 'SchemaPlace', 'Feature'];

const describeLivePlace = (place: Published<Place>, setting: MappingContext): Node => {
  const { iri } = setting;
  const self = iri.place(place.id);
  const { main, others } = namesOf(place.placenames);
  const { links, unmapped } = linksOf(place, setting);
  return {
    id: self,
    type: placeTypes(place.categories),
    label: main,
    name: main,
    alternateName: others,
    url: place.permalink && webAddress(place.permalink),
    hasPlacename: place.placenames.map((name) => describePlacename(self, name, setting)),
    category: place.categories.map((category) => iri.category(category.id)),
    containedInPlace: place.includedIn.map((parent) => iri.place(parent.id)),
    includesCategory: place.includes.map((category) => iri.category(category.id)),
    containsElement: place.glossary.map((word) => iri.glossary(word.id)),
    inCluster: place.cluster && iri.cluster(place.cluster.focusID),
    ...coded(
      {
        gaeltachtExtent: place.gaeltacht?.extent,
        postOfficeExtent: place.postOffice?.extent,
        northernIrelandExtent: place.northernIreland?.extent,
      },
      setting,
      unmapped,
    ),
    ...geography(self, place, setting),
    gridReference: place.gridReferences.map((grid) => describeGridReference(self, grid)),
    image: place.images.map((image) => describeImage(self, image)),
    subjectOf: place.resources.map((resource) => iri.resource(resource.id)),
    resourceUse: place.resources.map((resource) => describeResourceUse(self, resource, setting)),
    ...links,
    birthplaceInBiography: describeBiographies(place, setting),
    featuredOn: place.featured,
    ...entry(place),
  };
};

/** As given, and as it is usually written where the digits are unambiguous (model 3.9). */
const describeGridReference = (place: string, grid: GridReference): Node => ({
  id: fragment.grid(place, grid),
  type: ['GridReference'],
  code: gridNotation(grid),
  gridSquare: grid.square,
  gridEasting: grid.easting,
  gridNorthing: grid.northing,
});

const describeImage = (place: string, image: Image): Node => ({
  id: fragment.archiveImage(place, image.fileName ?? image.uri ?? ''),
  type: ['ImageObject'],
  label: byLanguage(image.labelEN, image.labelGA),
  imageFileName: image.fileName,
  contentUrl: image.uri && webAddress(image.uri),
});

/** Where in a shared document this place is treated; said only if a page is named. */
const describeResourceUse = (place: string, resource: Resource, { iri }: MappingContext): Node | undefined =>
  resource.pageReference === undefined
    ? undefined
    : {
        id: fragment.resourceUse(place, resource.id),
        source: iri.resource(resource.id),
        pagination: resource.pageReference,
      };
