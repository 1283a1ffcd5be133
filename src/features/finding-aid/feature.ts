import type { Feature } from '../../cli/feature.js';
import type {} from '../browse/added-pages.js';
import type { ResourceSummary } from '../browse/index/release-index.js';
import type { PageContext } from '../browse/layout.js';

/** Kinds of records that a finding aid describes. */
const DESCRIBED: ReadonlySet<string | null> = new Set(['collection', 'volume', 'part', 'item']);

/** The link from a record to the finding aid that describes it, where the release has that. */
function linksOf(
  { site, words }: PageContext,
  { path, kind }: ResourceSummary,
): ReturnType<PageContext['linksOfRecord']> {
  const [file] = DESCRIBED.has(kind) ? [`derived/ead-${path.split('/')[0]}.xml`] : [];
  if (file === undefined || !site.files.has(file)) return [];
  const [title, note] = [words('findingAid'), words('findingAidHint')];
  return [{ href: `/files/${file}`, mediaType: 'application/xml', title, note, isOfSeveral: true }];
}

/** Finding aids: Encoded Archival Description, EAD3 1.1 (Society of American Archivists). */
export const findingAid: Feature = {
  name: 'finding-aid',
  needs: ['browse'],
  purpose: 'finding aids as EAD3, and a stylesheet that makes pages of these',
  settings: async () =>
    (await import('../../cli/config/form-setting.js')).formSetting(
      'ead',
      'write finding aids as Encoded Archival Description (EAD3), too: derived/ead-cbe.xml and ead-cbes.xml',
      'Finding aids of the volumes as Encoded Archival Description (EAD3), too: derived/ead-cbe.xml and derived/ead-cbes.xml.',
      { effect: 'removes the finding aids', files: /^derived\/ead-/ },
    ),
  adds: { linksOfRecord: async () => linksOf },
  build: async () => (await import('./build-files.js')).FILES,
};
