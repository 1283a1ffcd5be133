import type { Feature } from '../../cli/feature.js';

/** Works and places for maps and gazetteers: GeoJSON, and the Linked Places Format. */
export const maps: Feature = {
  name: 'maps',
  purpose: 'works and places as GeoJSON, and places in the Linked Places Format',
  build: async () => (await import('./build-files.js')).FILES,
};
