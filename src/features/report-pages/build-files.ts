import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildFeature } from '../../pipeline/plan/build-feature.js';

/** The path of the report in a release. */
const REPORT_PAGE = 'report/index.html';

/** In each release: the report, and the documentation of the vocabulary. */
export const FILES: BuildFeature = {
  settings: [],
  pages: async (directory, plan, outcome) => {
    const { releaseHistory } = await import('./release-history.js');
    const { renderReport } = await import('./report-page.js');
    const { writeVocabularyDocs } = await import('./vocabulary-docs.js');
    const history = await releaseHistory(plan.previous, plan);
    await writeFile(join(directory, REPORT_PAGE), renderReport({ ...outcome, history }));
    await writeVocabularyDocs(directory, plan);
  },
  summary: (directory) => `Report as a page: ${join(directory, REPORT_PAGE)}`,
};
