import { NEUTRAL_ORGANISATIONS } from '../../model/mapping/organisation.js';
import { type BuildFeature, bytesOf } from '../../pipeline/plan/build-feature.js';
import { type BuildPlan, dayOf } from '../../pipeline/plan/build-plan.js';

const isWanted = ({ settings }: BuildPlan): boolean => settings?.ead === true;

/** With `ead`: the finding aids, and the stylesheet. */
export const FILES: BuildFeature = {
  settings: ['ead'],
  rowFiles: {
    jobs: (plan, chunks) => (isWanted(plan) ? [{ name: 'all', cost: bytesOf(chunks) }] : []),
    write: async (_, plan, { directory, chunks }) => {
      const { writeFindingAids } = await import('./ead.js');
      const { base, label, organisations = NEUTRAL_ORGANISATIONS } = plan;
      const facts = { base, label, issued: dayOf(plan), archive: organisations.archive };
      return writeFindingAids(directory, chunks, facts);
    },
  },
  staticFiles: (plan) =>
    isWanted(plan)
      ? { 'finding-aid.xsl': new URL('../../../templates/finding-aid.xsl', import.meta.url) }
      : {},
};
