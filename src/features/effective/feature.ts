import type { Feature } from '../../cli/feature.js';

/** The county and the years that hold for each work, as a dataset of its own. */
export const effective: Feature = {
  name: 'effective',
  purpose: 'the county and the years that hold for each work, as a dataset for short queries',
  settings: async () =>
    (await import('../../cli/config/form-setting.js')).formSetting(
      'effective',
      'write a dataset with the county and the years that hold for each work, for short queries',
      'The county and the years that hold for each work, and whose they are, as a dataset of its own for short queries.',
      { effect: 'removes the dataset effective', files: /^data\/effective\./ },
    ),
  plan: async (config) => config.effective === true,
  build: async () => ({
    settings: [],
    records: async (plan, rows) => (await import('./effective-records.js')).effectiveRecords(plan, rows),
  }),
};
