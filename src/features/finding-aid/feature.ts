import type { Feature } from '../../cli/feature.js';

/** Finding aids: Encoded Archival Description, EAD3 1.1 (Society of American Archivists). */
export const findingAid: Feature = {
  name: 'finding-aid',
  purpose: 'finding aids as EAD3, and a stylesheet that makes pages of these',
  settings: async () =>
    (await import('../../cli/config/form-setting.js')).formSetting(
      'ead',
      'write finding aids as Encoded Archival Description (EAD3), too: derived/ead-cbe.xml and ead-cbes.xml',
      'Finding aids of the volumes as Encoded Archival Description (EAD3), too: derived/ead-cbe.xml and derived/ead-cbes.xml.',
      { effect: 'removes the finding aids', files: /^derived\/ead-/ },
    ),
  build: async () => (await import('./build-files.js')).FILES,
};
