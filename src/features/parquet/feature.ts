import type { Feature } from '../../cli/feature.js';

/** The tables of a release as Apache Parquet. */
export const parquet: Feature = {
  name: 'parquet',
  purpose: 'the tables of a release as Parquet',
  settings: async () => (await import('./settings.js')).SETTINGS,
  build: async () => (await import('./build-files.js')).FILES,
};
