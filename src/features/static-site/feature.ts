import type { Feature } from '../../cli/feature.js';

/** The pages of `browse` as files for a web host, with a search that runs in the browser. */
export const staticSite: Feature = {
  name: 'static-site',
  needs: ['browse'],
  purpose: 'the pages of `browse` as files for any web host',
  extensions: { browse: async () => (await import('./browse-extension.js')).EXTENSION },
};
