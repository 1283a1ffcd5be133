import type { Feature } from '../../cli/feature.js';

/** Finding aids: Encoded Archival Description, EAD3 1.1 (Society of American Archivists). */
export const findingAid: Feature = {
  name: 'finding-aid',
  purpose: 'finding aids as EAD3, and a stylesheet that makes pages of these',
  settings: async () => (await import('./settings.js')).SETTINGS,
  build: async () => (await import('./build-files.js')).FILES,
};
