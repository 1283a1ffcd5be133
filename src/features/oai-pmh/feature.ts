import type { Feature } from '../../cli/feature.js';
import type {} from '../browse/added-pages.js';
import type {} from './metadata-format.js';

/** OAI-PMH 2.0, at `/oai` of `browse`. */
export const oaiPmh: Feature = {
  name: 'oai-pmh',
  needs: ['browse', 'rollback', 'views'],
  purpose: 'aggregators harvest a release and its changes (OAI-PMH 2.0)',
  adds: {
    pages: async (opened) => (await import('./oai-page.js')).oaiPages(opened),
    metadataFormats: async (site) => (await import('./own-formats.js')).ownFormats(site),
  },
};
