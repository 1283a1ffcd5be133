/** Tells of one run, with a clock: it is no part of what is released. */
export const RUN_FILE = 'run.json';
