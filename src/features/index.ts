import type { Feature } from '../cli/feature.js';
import { ask } from './ask/feature.js';
import { browse } from './browse/feature.js';
import { completion } from './completion/feature.js';
import { dataPackages } from './data-packages/feature.js';
import { deposit } from './deposit/feature.js';
import { diff } from './diff/feature.js';
import { effective } from './effective/feature.js';
import { faults } from './faults/feature.js';
import { feed } from './feed/feature.js';
import { findingAid } from './finding-aid/feature.js';
import { generatedWorld } from './generated-world/feature.js';
import { iiif } from './iiif/feature.js';
import { isebel } from './isebel/feature.js';
import { linkedArt } from './linked-art/feature.js';
import { links } from './links/feature.js';
import { maps } from './maps/feature.js';
import { mirror } from './mirror/feature.js';
import { monitoring } from './monitoring/feature.js';
import { news } from './news/feature.js';
import { notebook } from './notebook/feature.js';
import { oaiPmh } from './oai-pmh/feature.js';
import { prune } from './prune/feature.js';
import { query } from './query/feature.js';
import { reconcile } from './reconcile/feature.js';
import { reportPages } from './report-pages/feature.js';
import { rollback } from './rollback/feature.js';
import { staticSite } from './static-site/feature.js';
import { stores } from './stores/feature.js';
import { subjects } from './subjects/feature.js';
import { tableFormats } from './table-formats/feature.js';
import { tables } from './tables/feature.js';
import { views } from './views/feature.js';

// The types of the package, for features from outside (docs/features.md).
/** The features of the program, in the order of their commands and settings. To take one away, delete its folder and its lines here. */
export const FEATURES: readonly Feature[] = [
  completion,
  diff,
  prune,
  rollback,
  deposit,
  notebook,
  reportPages,
  views,
  maps,
  effective,
  tableFormats,
  dataPackages,
  findingAid,
  feed,
  links,
  subjects,
  stores,
  query,
  browse,
  tables,
  ask,
  news,
  iiif,
  linkedArt,
  staticSite,
  reconcile,
  oaiPmh,
  isebel,
  monitoring,
  mirror,
  generatedWorld,
  faults,
];
