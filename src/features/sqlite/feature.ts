import type { Feature } from '../../cli/feature.js';

/** The tables of a release as SQLite databases, with a full-text index and views. */
export const sqlite: Feature = {
  name: 'sqlite',
  purpose: 'the tables of a release as SQLite databases',
  settings: async () => (await import('./settings.js')).SETTINGS,
  build: async () => (await import('./build-files.js')).FILES,
};
