import type { Feature } from '../../cli/feature.js';

/** Links to other authorities, and classifications of works, from tables of the operator. */
export const links: Feature = {
  name: 'links',
  needs: ['browse'],
  purpose: 'links to authorities and classifications of works, from tables of the operator',
  settings: async () => (await import('./settings.js')).SETTINGS,
  commands: {
    links: {
      usage: '<import|review> [files...]',
      description:
        'Make links to Wikidata, GeoNames, OpenStreetMap, VIAF and ISNI of downloads, and review proposals.',
      load: () => import('./command.js'),
      hasSettings: true,
    },
  },
  plan: async ({ base, linksTable, subjectsTable }) => {
    const { readLinksTable } = await import('./links-table.js');
    const { readSubjectsTable } = await import('./subjects-table.js');
    return {
      ...(typeof linksTable === 'string' ? { operatorLinks: readLinksTable(linksTable, base) } : {}),
      ...(typeof subjectsTable === 'string' ? { subjects: readSubjectsTable(subjectsTable, base) } : {}),
    };
  },
};
