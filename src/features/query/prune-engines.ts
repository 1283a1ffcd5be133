import { newestOfReleases } from '../prune/prune.js';

/** Beside the releases: the folders of installed engines. */
export const ENGINE_FOLDERS = '.engines';

export const PRUNABLE = newestOfReleases(
  'Folders of installed engines',
  ENGINE_FOLDERS,
  /^(.+)-[0-9a-f]{12}-[a-z]+$/,
  'store',
);
