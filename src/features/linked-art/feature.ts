import type { Feature } from '../../cli/feature.js';
import type {} from '../browse/added-pages.js';

/** Records in Linked Art (Linked Art API 1.0), below `/linked-art` of `browse`. */
export const linkedArt: Feature = {
  name: 'linked-art',
  needs: ['browse', 'views'],
  purpose: 'each record in Linked Art, in `browse`',
  adds: {
    pages: async () => [(await import('./linked-art-page.js')).linkedArtPage],
    linksOfRecord: async () => (await import('./linked-art-page.js')).linkedArtLinks,
  },
};
