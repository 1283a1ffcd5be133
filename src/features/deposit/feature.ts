import type { Feature } from '../../cli/feature.js';

/** Metadata with which a release is cited and deposited. */
export const deposit: Feature = {
  name: 'deposit',
  purpose: 'metadata for citing and depositing a release: CITATION.cff, Zenodo, DataCite, RO-Crate',
  build: async () => (await import('./build-files.js')).FILES,
};
