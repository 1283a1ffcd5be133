import { FILES } from '../../../src/features/maps/build-files.js';
import { derivedRows } from '../../../src/pipeline/plan/build-feature.js';

/** The tables and the maps, as a build has them: maps take names and points from tables. */
export const ROWS = derivedRows(new Map([['maps', FILES]]));
