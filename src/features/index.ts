import type { Feature } from '../cli/feature.js';
import { feed } from './feed/feature.js';
import { findingAid } from './finding-aid/feature.js';

/** The features of the program. To take one away, delete its folder and its lines here. */
export const FEATURES: readonly Feature[] = [feed, findingAid];
