import { WKT_LITERAL } from '../../rdf/iris.js';
import { parseWkt, type Wkt } from '../lexical-forms.js';
import type { LintRule } from './rule.js';

/** Decimals of a degree that QLever keeps of a point: 30 bits for each coordinate, written with six. */
const KEPT_DECIMALS = 6;
/** Systems that name the latitude first (GeoSPARQL 1.1, section 8.5.1, requirement on axis order). */
const LATITUDE_FIRST = /\bEPSG\b.*\/4326$/;

/** A rule about texts of geo:wktLiteral. */
const about = (
  rule: Omit<LintRule, 'looking'>,
  finds: (text: string, wkt: Wkt | undefined) => boolean,
): LintRule => ({
  ...rule,
  looking: {
    at: 'literal',
    datatypes: [WKT_LITERAL],
    finds: ({ value }) => finds(value, parseWkt(value)),
  },
});

const isOutside = ({ positions }: Wkt): boolean =>
  positions.some(([x = 0, y = 0]) => Math.abs(x) > 180 || Math.abs(y) > 90);

/** What stores make of geometries. */
export const GEOMETRY_RULES: readonly LintRule[] = [
  /** Virtuoso 7.2.5.1 answers 500 to the whole graph ('RDF box with a geometry RDF type and a non-geometry content', run). */
  about(
    {
      id: 'wkt-unreadable',
      stores: ['virtuoso', 'graphdb'],
      severity: 'chokes',
      what: 'A geometry is no well-known text: Virtuoso refuses everything that is sent with it.',
      remedy: 'Write POINT (longitude latitude), or leave the geometry out.',
    },
    (_, wkt) => wkt === undefined,
  ),
  /** The same answer of Virtuoso 7.2.5.1; 7.2.12 takes it and forgets the system (run). */
  about(
    {
      id: 'wkt-with-system',
      stores: ['virtuoso'],
      severity: 'chokes',
      what: 'A geometry names its coordinate reference system: Virtuoso 7.2.5 refuses everything that is sent with it, later ones forget the system.',
      remedy: 'Write longitude and latitude of WGS 84 without a system, which is what it means (CRS84).',
    },
    (_, wkt) => wkt?.crs !== undefined,
  ),
  /** `POINT (-8.5 153.25)` is answered by 500 (run, Virtuoso 7.2.5.1). */
  about(
    {
      id: 'wkt-outside',
      stores: ['virtuoso', 'graphdb'],
      severity: 'chokes',
      what: 'A position is on no map: longitudes go to 180 degrees, latitudes to 90. The two may be exchanged, or be metres.',
      remedy: 'Write the longitude first, in degrees.',
    },
    (_, wkt) => wkt !== undefined && wkt.crs === undefined && isOutside(wkt),
  ),
  /** GeoSPARQL 1.1, section 8.5.1: the axes are as the system has them, which not every store does. */
  about(
    {
      id: 'wkt-axis-order',
      stores: ['virtuoso', 'jena', 'qlever'],
      severity: 'alters',
      what: 'A geometry in EPSG:4326 names the latitude first: stores that do not look at the system take it for the longitude.',
      remedy: 'Write longitude and latitude without a system.',
    },
    (_, wkt) => LATITUDE_FIRST.test(wkt?.crs ?? ''),
  ),
  /**
   * `POINT(-8.2439 53.4129)` comes back as `POINT(-8.2439002990723 53.412899017334)` (run, 7.2.5.1 and 7.2.12); with eight
   * decimals or more it does not (run, 7.2.5.1).
   */
  about(
    {
      id: 'wkt-without-space',
      stores: ['virtuoso'],
      severity: 'alters',
      what: 'A point has no space before its parenthesis: Virtuoso keeps one with few digits with 32 bits, some seven digits.',
      remedy: 'Write one space: POINT (-8.2439 53.4129).',
    },
    (text) => /^\s*POINT\(/i.test(text),
  ),
  /** `POINT EMPTY` comes back as `POINT(1e+38 1e+38)` (run, Virtuoso 7.2.5.1). */
  about(
    {
      id: 'wkt-empty',
      stores: ['virtuoso'],
      severity: 'alters',
      what: 'An empty geometry becomes a point far out in Virtuoso.',
      remedy: 'Leave it out.',
    },
    (_, wkt) => wkt?.positions.length === 0,
  ),
  /** ad-freiburg/qlever#1506, #2000: 30 bits for each coordinate, some six centimetres, written with six decimals. */
  about(
    {
      id: 'wkt-too-precise',
      stores: ['qlever'],
      severity: 'alters',
      what: 'A point has more than six decimals: QLever rounds it.',
      remedy:
        'Compare latitude and longitude, which stand beside as numbers; six decimals of a degree are a step of a hand.',
    },
    (text, wkt) => wkt?.shape === 'POINT' && new RegExp(`\\.\\d{${KEPT_DECIMALS + 1}}`).test(text),
  ),
  /** Every geometry comes back as virtrdf:Geometry, without the space (run, 7.2.5.1 and 7.2.12), with 14 digits (7.2.5.1). */
  about(
    {
      id: 'wkt-datatype',
      stores: ['virtuoso'],
      severity: 'alters',
      what: 'Virtuoso gives geometries back with the datatype virtrdf:Geometry, another spelling and 14 digits of a number.',
      remedy: 'Compare positions, not texts; latitude and longitude stand beside as numbers.',
    },
    (_, wkt) => wkt !== undefined,
  ),
];
