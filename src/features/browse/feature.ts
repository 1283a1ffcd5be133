import type { Feature } from '../../cli/feature.js';
import type {} from '../prune/prune.js';

/** Pages of a release for people and programs. */
export const browse: Feature = {
  name: 'browse',
  needs: ['feed', 'prune', 'report-pages', 'views'],
  purpose: 'pages of a release for people and programs, and a site without a server',
  settings: async () =>
    (await import('../../cli/config/form-setting.js')).formSetting(
      'browseIndex',
      'make the index of `browse` with the release, in .browse beside it',
      'The index of browse, made with the release, so that its pages are there at once.',
    ),
  commands: {
    browse: {
      usage: '[release]',
      description: 'Serve a release as pages for people and as linked data: search, map, timeline, records.',
      load: () => import('./command.js'),
    },
  },
  aroundBuild: async () => (await import('./around-build.js')).AROUND_BUILD,
  adds: { prunable: async () => (await import('./prune-indexes.js')).PRUNABLE },
};
