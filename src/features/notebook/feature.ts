import type { Feature } from '../../cli/feature.js';

/** Questions to the tables of a release, as a notebook for Jupyter. */
export const notebook: Feature = {
  name: 'notebook',
  purpose: 'a notebook for Jupyter with three questions to the tables',
  build: async () => (await import('./notebook.js')).FILES,
};
