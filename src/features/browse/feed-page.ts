import { feedFile, feedPaths } from './feed-files.js';
import { decoded, type Page } from './page.js';

/** The event streams. They span releases: their files have tags of their own. */
export const feedPage: Page = {
  path: '/feed/*',
  service: {
    ...{ title: 'Linked Data Event Streams', conformsTo: 'https://w3id.org/ldes/specification' },
    ...{ address: '/feed/index.ttl', isOffered: ({ hasFeed }) => hasFeed },
    use: ({ words }) => ({ note: words('eventStreamsNote') }),
  },
  files: {
    isShared: true,
    copies: async ({ site, withFiles }) =>
      withFiles
        ? (await feedPaths(site)).map(({ path, bytes }) => ({ address: `/feed/${path}`, bytes }))
        : [],
    targetOf: ({ path }, { site, withFiles }) =>
      withFiles && site.hasFeed ? { file: path.slice(1), isShared: true } : undefined,
  },
  answer: async (c, { site }) => {
    const file = await feedFile(site, decoded(c.req.path.slice('/feed/'.length)));
    if (file === undefined) return c.notFound();
    const { ETag = '' } = file.headers;
    const known = c.req.header('if-none-match')?.split(/\s*,\s*/) ?? [];
    return known.some((tag) => tag.replace(/^W\//, '') === ETag)
      ? c.body(null, 304, file.headers)
      : c.body(file.bytes, 200, file.headers);
  },
};
