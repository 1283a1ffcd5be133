import { join } from 'node:path';
import { exists } from '../../base/files.js';
import type { Config } from '../../cli/config/settings.js';
import type { AroundBuild } from '../../cli/feature.js';
import { readManifest } from '../../release/description/manifest.js';

/** The templates under `links` that give works a web page, without which EDM does not have them, by dataset. */
const WEB_PAGES = { manuscripts: 'manuscriptItem', schools: 'schoolsItem', photographs: 'photograph' };
type Dataset = keyof typeof WEB_PAGES;

/** The settings of a build that decide which works EDM has. */
export interface EdmSettings {
  readonly views?: unknown;
  readonly links?: unknown;
}

/** What is missing, and what to do: as facts for pages in other languages, and in English. */
interface Missing {
  readonly datasets: readonly string[];
  /** The settings that would help. */
  readonly unset: readonly string[];
  readonly message: string;
  readonly remedy: string;
}

/** @param isMissing whether a dataset has works, and EDM has none of them */
function missingWorks(
  { views, links }: EdmSettings,
  isMissing: (dataset: Dataset) => boolean,
): Missing | undefined {
  const missing = (Object.keys(WEB_PAGES) as Dataset[]).filter(isMissing);
  if (!Array.isArray(views) || !views.includes('edm') || missing.length === 0) return undefined;
  const unset = missing
    .map((one) => WEB_PAGES[one])
    .filter((name) => !(name in Object(links)))
    .map((name) => `links.${name}`);
  return {
    ...{ datasets: missing, unset },
    message: `EDM has no works of ${missing.join(', ')}: works need a web page, photographs a rights statement, too`,
    remedy:
      unset.length === 0
        ? 'See which rights statements Europeana takes (docs/views.md).'
        : `Set ${unset.join(', ')} in the configuration (docs/views.md).`,
  };
}

/** The works that EDM will lack for want of a web page. */
export const missingBefore = (config: Config): Missing | undefined =>
  missingWorks(config, (one) => config.kinds.includes(one) && !(WEB_PAGES[one] in config.links));

/**
 * The works that EDM lacks in a release.
 *
 * @throws DamagedManifest, or FolkloreError FILE_UNREADABLE, where the manifest cannot be read
 */
export async function missingIn(release: string, settings: EdmSettings): Promise<Missing | undefined> {
  const { datasets, derived } = await readManifest(release);
  const hasRecords = (dataset: string) =>
    datasets.some(({ name, triples }) => name === dataset && triples > 0);
  const isInEdm = (dataset: string) => derived.some(({ path }) => path.startsWith(`derived/edm-${dataset}.`));
  return missingWorks(settings, (one) => hasRecords(one) && !isInEdm(one));
}

/** Says after a build which works EDM lacks. Where nothing has changed, there is no release of the label. */
export const AROUND_BUILD: AroundBuild = {
  released: async ({ out, label, previous = '' }, config) => {
    const made = join(out, label);
    const missing = await missingIn((await exists(made)) ? made : previous, config);
    return missing && `\n${missing.message}. ${missing.remedy}`;
  },
};
