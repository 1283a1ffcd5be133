import type { Feature } from '../../cli/feature.js';
import type {} from '../rollback/rollbacks.js';

/** Linked Data Event Streams beside the releases. */
export const feed: Feature = {
  name: 'feed',
  needs: ['rollback'],
  purpose: 'event streams (LDES) of all releases, in the folder feed beside these',
  settings: async () =>
    (await import('../../cli/config/form-setting.js')).formSetting(
      'feed',
      'add the release to the event streams (LDES) beside the releases, in the folder feed',
      'Linked Data Event Streams of all releases, in the folder feed beside them; needs nt among the formats.',
      { effect: 'leaves the event streams at the release before', isMade: true },
    ),
  commands: {
    feed: {
      usage: '[folder]',
      description: 'Bring the event streams (LDES) up to the newest release, or make them again.',
      load: () => import('./command.js'),
    },
  },
  folders: [
    {
      mark: 'feed.json',
      verify: async (folder) => {
        const { verifyFeed } = await import('./check-feed.js');
        const problems = await verifyFeed(folder);
        return { summary: [`${folder}: event streams.`], problems, count: problems.length };
      },
    },
  ],
  aroundBuild: async () => (await import('./around-build.js')).AROUND_BUILD,
  adds: { rolledBack: async (...how) => (await import('./around-build.js')).rolledBack(...how) },
};
