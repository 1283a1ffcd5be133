import fc from 'fast-check';

/**
 * Property tests try the same cases in every run unless told otherwise, so that a red run is about the change
 * that made it; `SEED=random npm test` looks further, and a failure prints the seed it had.
 */
const { SEED = '1' } = process.env;
if (SEED !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(SEED) });
