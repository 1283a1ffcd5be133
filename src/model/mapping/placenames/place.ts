import { fragment, webAddress } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import type { GridReference, Image, Place, PlaceSummary, Resource } from '../../schema/placenames/place.js';
import type { Published } from '../../schema/privileged.js';
import { coded } from '../coded-fields.js';
import { byLanguage } from '../language.js';
import { COUNTY, type MappingContext } from '../mapping-context.js';
import { entry } from '../shared-fields.js';
import { geography, gridNotation, squareOf } from './geography.js';
import { describeBiographies, describeFolklorePages, linksOf } from './place-parts.js';
import { describePlacename, namesOf } from './placename.js';

/** A place known only from the places that lie in it (model 3.9). */
export const describePlaceSummary = (place: PlaceSummary, { iri }: MappingContext): Node => ({
  id: iri.place(place.id),
  type: placeTypes([place.category ?? []].flat()),
  label: byLanguage(place.nameEN, place.nameGA),
  name: byLanguage(place.nameEN, place.nameGA),
  category: [place.category ?? []].flat().map((category) => iri.category(category.id)),
});

/** A place of the place-names database (model 3.9); a merged one only refers to its replacement. */
export const describePlace = (place: Published<Place>, context: MappingContext): Node =>
  place.replacementID === undefined
    ? describeLivePlace(place, context)
    : {
        id: context.iri.place(place.id),
        deprecated: true,
        isReplacedBy: context.iri.place(place.replacementID),
      };

/** The types of a place, by its categories. */
const placeTypes = (categories: readonly { readonly id: string }[]): string[] =>
  categories.some((category) => category.id === COUNTY)
    ? ['Place', 'County', 'schema:Place', 'schema:AdministrativeArea', 'geo:Feature']
    : ['Place', 'schema:Place', 'geo:Feature'];

const describeLivePlace = (place: Published<Place>, context: MappingContext): Node => {
  const { iri } = context;
  const self = iri.place(place.id);
  const { main, others } = namesOf(place.placenames);
  const { links, unmapped } = linksOf(place, context);
  return {
    id: self,
    type: placeTypes(place.categories),
    label: main,
    name: main,
    alternateName: others,
    url: place.permalink && webAddress(place.permalink),
    hasPlacename: place.placenames.map((name) => describePlacename(self, name, context)),
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
      context,
      unmapped,
    ),
    ...geography(self, place, context),
    gridReference: place.gridReferences.map((grid) => describeGridReference(self, grid, place)),
    image: place.images.map((image) => describeImage(self, image)),
    subjectOf: place.resources.map((resource) => iri.resource(resource.id)),
    resourceUse: place.resources.map((resource) => describeResourceUse(self, resource, context)),
    ...links,
    seeAlso: [...(links.seeAlso ?? []), ...describeFolklorePages(place)],
    birthplaceInBiography: describeBiographies(place, context),
    featuredOn: place.featured,
    ...entry(place),
  };
};

/** A grid reference as given, and in its usual form where that is certain (model 3.9). */
const describeGridReference = (self: string, grid: GridReference, { geography }: Published<Place>): Node => ({
  id: fragment.grid(self, { ...grid, square: squareOf(grid) }),
  type: ['GridReference'],
  code: gridNotation(grid, geography?.coordinates ?? []),
  gridSquare: squareOf(grid),
  gridEasting: grid.easting,
  gridNorthing: grid.northing,
});

const describeImage = (place: string, image: Image): Node => ({
  id: fragment.archiveImage(place, image.fileName ?? image.uri ?? ''),
  type: ['schema:ImageObject'],
  label: byLanguage(image.labelEN, image.labelGA),
  imageFileName: image.fileName,
  contentUrl: image.uri && webAddress(image.uri),
});

/** The pages on this place in a shared document. */
const describeResourceUse = (place: string, resource: Resource, { iri }: MappingContext): Node | undefined =>
  resource.pageReference === undefined
    ? undefined
    : {
        id: fragment.resourceUse(place, resource.id),
        source: iri.resource(resource.id),
        pagination: resource.pageReference,
      };
