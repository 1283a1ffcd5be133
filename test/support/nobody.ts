import type { IndexListener } from '../../src/pipeline/global-index/global-index.js';

/** Nobody, to whom a gathering tells what it meets. */
export const nobody: IndexListener = {
  publishable: () => {},
  withheld: () => {},
  duplicate: () => {},
  unreadable: () => {},
  unknownFields: () => {},
};
