import type { GatherListener } from '../../src/export/gather.js';

/** Nobody, to whom a gathering tells what it meets. */
export const nobody: GatherListener = {
  leaving: () => {},
  withheld: () => {},
  metAgain: () => {},
  recalled: () => {},
  unreadable: () => {},
  unknownFields: () => {},
};
