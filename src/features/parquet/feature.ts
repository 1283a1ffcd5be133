import type { Feature } from '../../cli/feature.js';

/** The tables of a release as Apache Parquet. */
export const parquet: Feature = {
  name: 'parquet',
  purpose: 'the tables of a release as Parquet',
  settings: async () =>
    (await import('../../cli/config/form-setting.js')).formSetting(
      'parquet',
      'write each table as Parquet, too: derived/TABLE.parquet, with types and lists',
      'Each table as Parquet, too: derived/TABLE.parquet, with types and lists.',
      { effect: 'removes the tables in Parquet', files: /^derived\/.*\.parquet$/ },
    ),
  build: async () => (await import('./build-files.js')).FILES,
};
