import type { Feature } from '../../cli/feature.js';

/** Descriptions of the tables of a release, for the programs of data scientists. */
export const dataPackages: Feature = {
  name: 'data-packages',
  purpose: 'descriptions of the tables for data scientists: Frictionless Data Package, Croissant',
  build: async () => (await import('./build-files.js')).FILES,
};
