/** Where answers are kept unless somebody says otherwise. */
export const DEFAULT_STORE = '.folklore-ld';

/** The sample has a store of its own, so that it never takes the place of a real harvest. */
export const SAMPLE_STORE = '.folklore-ld-sample';
