import type { Feature } from '../../cli/feature.js';

/** The tables of a release in other file formats. */
export const tableFormats: Feature = {
  name: 'table-formats',
  purpose: 'the tables of a release as SQLite databases and as Parquet',
  settings: async () => {
    const { formSetting } = await import('../../cli/config/form-setting.js');
    const sqlite = formSetting(
      'sqlite',
      'write the tables as SQLite databases, too: derived/release.sqlite and placenames.sqlite',
      'The tables as SQLite databases, too: derived/release.sqlite and derived/placenames.sqlite.',
      { effect: 'removes the databases', files: /^derived\/.*\.sqlite$/ },
    );
    const parquet = formSetting(
      'parquet',
      'write each table as Parquet, too: derived/TABLE.parquet, with types and lists',
      'Each table as Parquet, too: derived/TABLE.parquet, with types and lists.',
      { effect: 'removes the tables in Parquet', files: /^derived\/.*\.parquet$/ },
    );
    return {
      shape: { ...sqlite.shape, ...parquet.shape },
      example: sqlite.example + parquet.example,
      published: { ...sqlite.published, ...parquet.published },
    };
  },
  build: async () => (await import('./build-files.js')).FILES,
};
