import type { Feature } from '../../cli/feature.js';
import type {} from '../oai-pmh/metadata-format.js';

/** Stories with text for ISEBEL, the search engine of European folklore archives. */
export const isebel: Feature = {
  name: 'isebel',
  needs: ['browse', 'oai-pmh'],
  purpose: 'stories for ISEBEL, the search engine of European folklore archives: in OAI-PMH and as files',
  settings: async () =>
    (await import('../../cli/config/form-setting.js')).formSetting(
      'isebel',
      'write the stories with text in the format of ISEBEL, too: derived/isebel.tar.gz',
      'Stories with text in the format of ISEBEL, the search engine of European folklore archives, too: derived/isebel.tar.gz.',
      { effect: 'removes the stories for ISEBEL', files: /^derived\/isebel\./ },
    ),
  build: async () => {
    const { bytesOf } = await import('../../pipeline/plan/build-feature.js');
    return {
      settings: ['isebel'],
      rowFiles: {
        jobs: ({ settings }, chunks) =>
          settings?.isebel === true ? [{ name: 'all', cost: 2 * bytesOf(chunks) }] : [],
        write: async (_, { base }, release) =>
          (await import('./story-archive.js')).writeStories(base, release),
      },
    };
  },
  adds: { metadataFormats: async (site) => [(await import('./oai-format.js')).isebelFormat(site)] },
};
