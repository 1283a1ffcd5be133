import type { Feature } from '../../cli/feature.js';

/** The release in other models, by the tables in `views/`. */
export const views: Feature = {
  name: 'views',
  purpose: 'the release in other models: EDM, RiC-O, Linked Art, schema.org, FOAF',
  settings: async () => (await import('./settings.js')).SETTINGS,
  build: async () => (await import('./build-files.js')).FILES,
  aroundBuild: async () => (await import('./missing-works.js')).AROUND_BUILD,
  checks: { views: async (config) => (await import('./missing-works.js')).missingBefore(config) },
};
