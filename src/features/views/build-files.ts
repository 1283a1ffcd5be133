import type { BuildFeature } from '../../pipeline/plan/build-feature.js';
import { VIEW_NAMES } from './view-names.js';

/** With `views`: each dataset in these models. */
export const FILES: BuildFeature = {
  settings: ['views'],
  releaseFiles: async (directory, dumps, plan, vocabulary) => {
    const wanted = (plan.settings?.views ?? []) as readonly string[];
    const names = VIEW_NAMES.filter((name) => wanted.includes(name));
    if (names.length === 0) return [];
    const { writeViews } = await import('./write-views.js');
    return writeViews(directory, dumps, names, plan, vocabulary);
  },
};
