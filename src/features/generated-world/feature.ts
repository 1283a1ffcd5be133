import type { Feature } from '../../cli/feature.js';
import type { WorldOptions } from './serve-extension.js';

/** A world of any size from a seed, with dirt as real data have it. */
export const generatedWorld: Feature = {
  name: 'generated-world',
  purpose: 'a world of any size for `serve`, from a seed, and the same in later months',
  extensions: { serve: async () => (await import('./serve-extension.js')).EXTENSION },
  worlds: async (name, options) => {
    if (name !== 'generated') return undefined;
    const { scale, seed, dirt, month } = options as WorldOptions;
    const { makeSyntheticWorld } = await import('./world.js');
    const first = makeSyntheticWorld({ scale, seed, dirt });
    if (month === undefined || month === 1) return { world: first, isInvented: true };
    const { worldInMonth } = await import('./later/later-world.js');
    return { world: worldInMonth(first, seed, month), isInvented: true };
  },
};
