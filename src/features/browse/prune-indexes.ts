import { newestOfReleases } from '../prune/prune.js';

/** Where `browse` keeps an index of each release, unless it is given another folder. */
export const INDEX_FOLDER = '.browse';

export const PRUNABLE = newestOfReleases(
  'Indexes of `browse`',
  INDEX_FOLDER,
  /^(.+)-[0-9a-f]{12}\.sqlite$/,
  'index',
);
