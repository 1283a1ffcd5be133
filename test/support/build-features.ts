import { FEATURES } from '../../src/features/index.js';
import { loadBuildFeatures } from '../../src/pipeline/plan/build-feature.js';

/** All features of the program, for builds without the command line. */
export const features = await loadBuildFeatures(FEATURES);
