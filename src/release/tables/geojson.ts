import type { Node } from '../../model/rdf/node.js';
import { categoryCodes } from './computed-columns.js';
import type { DerivedFormat } from './derived-file.js';
import { nodesOf, textsOf, valuesOf } from './node-values.js';
import { geometryOf, isAccurate } from './place-nodes.js';

const MEDIA_TYPE = 'application/geo+json';

/** A collection of features, one a line for line tools (RFC 7946, section 3.3). */
export const featureCollection = (
  members: Readonly<Record<string, unknown>>,
  feature: (node: Node, identity?: Node) => object | undefined,
): DerivedFormat => ({
  mediaType: MEDIA_TYPE,
  head: `${JSON.stringify({ type: 'FeatureCollection', ...members }).slice(0, -1)},"features":[\n`,
  between: ',\n',
  foot: '\n]}\n',
  rows: (node, identity) => {
    const made = feature(node, identity);
    return made === undefined ? undefined : [made];
  },
  text: (row) => JSON.stringify(row),
});

/**
 * Places for maps (RFC 7946). Places without coordinates, or with doubted ones only, are left out; they are in the table.
 * A source of coordinates that is in no list is given as text.
 */
export const placesGeojson = (): DerivedFormat =>
  featureCollection({}, (place) => {
    const geometry = geometryOf(place);
    if (geometry === undefined) return undefined;
    return {
      type: 'Feature',
      id: place.id,
      geometry,
      properties: {
        name: mainName(place),
        name_ga: nameIn(place, 'ga'),
        name_en: nameIn(place, 'en'),
        categories: categoryCodes(place),
        accurate: isAccurate(place),
        source: nodesOf(place, 'hasGeometry').flatMap((one) => [
          ...valuesOf(one, 'coordinateSource'),
          ...valuesOf(one, 'coordinateSourceText'),
        ])[0],
      },
    };
  });

const nameIn = (place: Node, language: string): string | undefined =>
  textsOf(place, 'name').find((name) => name.language === language)?.text;

/** The name of a place: in Irish, or else in English, or else any. */
export const mainName = (place: Node): string | undefined =>
  nameIn(place, 'ga') ?? nameIn(place, 'en') ?? textsOf(place, 'name')[0]?.text;
