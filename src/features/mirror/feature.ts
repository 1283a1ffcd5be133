import type { Feature } from '../../cli/feature.js';

/** The services of a harvest, after those that were harvested are gone. */
export const mirror: Feature = {
  name: 'mirror',
  purpose: 'both services from a store, which keep a retired API alive for its clients',
  extensions: {
    serve: async () => ({
      options: [],
      help: () => '  folklore-ld serve --world .folklore-ld                  a mirror of a harvest',
    }),
  },
  worlds: async (folder, _, report) => {
    const { isStore, openForBuild } = await import('../../harvest/store/stored-harvest.js');
    if (!(await isStore(folder))) return undefined;
    const { mirrorOf } = await import('./mirror.js');
    return { world: await mirrorOf(await openForBuild(folder), report), isInvented: false };
  },
};
