import type { Feature } from '../../cli/feature.js';

/** The report of a release, with charts and trends, and the vocabulary, as pages without script. */
export const reportPages: Feature = {
  name: 'report-pages',
  purpose: 'the report of a release and the vocabulary as pages',
  build: async () => (await import('./build-files.js')).FILES,
};
