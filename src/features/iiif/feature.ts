import type { Feature } from '../../cli/feature.js';
import type {} from '../browse/added-pages.js';

/** Manifests, collections and annotations (IIIF Presentation API 3.0), below `/iiif` of `browse`. */
export const iiif: Feature = {
  name: 'iiif',
  needs: ['browse'],
  purpose: 'pictures with their transcripts for viewers of other sites (IIIF Presentation 3.0)',
  extensions: { browse: async () => (await import('./browse-extension.js')).EXTENSION },
  adds: {
    pages: async ({ isServed, options }) => [
      (await import('./iiif-routes.js')).iiifPage(!isServed && 'iiif' in options && options.iiif === true),
    ],
    linksOfRecord: async () => (await import('./iiif-addresses.js')).iiifLinks,
  },
};
