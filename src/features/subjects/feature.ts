import type { Feature } from '../../cli/feature.js';

/** Tale types, motifs and other classifications of works, from a table of the operator. */
export const subjects: Feature = {
  name: 'subjects',
  purpose: 'classifications of works and topics, from a table of the operator',
  settings: async () => (await import('./settings.js')).SETTINGS,
  plan: async ({ base, subjectsTable }) => {
    if (typeof subjectsTable !== 'string') return undefined;
    const { readSubjectsTable } = await import('./subjects-table.js');
    return readSubjectsTable(subjectsTable, base);
  },
  build: async () => ({
    settings: [],
    records: async (plan, rows) => (await import('./subject-records.js')).subjectRecords(plan, rows),
  }),
};
