import { type BuildFeature, bytesOf } from '../../pipeline/plan/build-feature.js';

/** With `isebel`: the stories, one compressed archive of files. */
export const FILES: BuildFeature = {
  settings: ['isebel'],
  rowFiles: {
    jobs: ({ settings }, chunks) =>
      settings?.isebel === true ? [{ name: 'all', cost: 2 * bytesOf(chunks) }] : [],
    write: async (_, { base }, release) => (await import('./story-archive.js')).writeStories(base, release),
  },
};
