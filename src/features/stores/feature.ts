import type { Feature } from '../../cli/feature.js';

/** SPARQL stores: loading, linting, verifying. */
export const stores: Feature = {
  name: 'stores',
  purpose:
    'loading into SPARQL stores, scripts that do so in bulk, what stores would alter, and whether they hold a release',
  settings: async () => (await import('./settings.js')).SETTINGS,
  commands: {
    lint: {
      usage: '<path>',
      description:
        'List what each kind of triple store would reject or silently alter in a dump or a release.',
      load: () => import('./lint-command.js'),
    },
    load: {
      usage: '<release>',
      description:
        'Load a release into a SPARQL store, one graph for each dataset; readers never see half of it.',
      load: () => import('./load-command.js'),
    },
  },
  build: async () => (await import('./build-files.js')).FILES,
  extensions: { verify: async () => (await import('./verify-extension.js')).EXTENSION },
};
