import type { Feature } from '../../cli/feature.js';

/** Links to other authorities, from a table of the operator. */
export const links: Feature = {
  name: 'links',
  needs: ['browse'],
  purpose: 'links to authorities, from a table of the operator',
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
  plan: async ({ base, linksTable }) => {
    if (typeof linksTable !== 'string') return undefined;
    const { readLinksTable } = await import('./links-table.js');
    return readLinksTable(linksTable, base);
  },
};
