import type { Breakage } from './breakage.js';
import { BROKEN_AGREEMENTS } from './broken-agreements.js';
import { BROKEN_REFERENCES } from './broken-references.js';

/** Each leaves alone what the others break: all of them fit into one world. */
export const BREAKAGES: readonly Breakage[] = [...BROKEN_REFERENCES, ...BROKEN_AGREEMENTS];
