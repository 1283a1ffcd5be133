import type { Feature } from '../../cli/feature.js';

/** The tables of a release as SQLite databases, with a full-text index and views. */
export const sqlite: Feature = {
  name: 'sqlite',
  purpose: 'the tables of a release as SQLite databases',
  settings: async () =>
    (await import('../../cli/config/form-setting.js')).formSetting(
      'sqlite',
      'write the tables as SQLite databases, too: derived/release.sqlite and placenames.sqlite',
      'The tables as SQLite databases, too: derived/release.sqlite and derived/placenames.sqlite.',
      { effect: 'removes the databases', files: /^derived\/.*\.sqlite$/ },
    ),
  build: async () => (await import('./build-files.js')).FILES,
};
