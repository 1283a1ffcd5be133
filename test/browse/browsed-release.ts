import { join } from 'node:path';
import type { Hono } from 'hono';
import { silent } from '../../src/base/events.js';
import { createApp } from '../../src/browse/app.js';
import { openSite, type Site } from '../../src/browse/site.js';
import type { World } from '../../src/server/world.js';
import { harvestSample } from '../support/sample-release.js';

export interface BrowsedRelease {
  readonly folder: string;
  readonly site: Site;
  readonly app: Hono;
}

/** Makes a release of a world, the sample unless given, and opens its pages without a port. The caller closes the index. */
export async function browseRelease(folder: string, world?: World): Promise<BrowsedRelease> {
  const make = await harvestSample(folder, world);
  const { directory: release } = await make('browsed', { formats: ['nt', 'ttl'], compression: 'none' });
  const site = await openSite(release, join(folder, 'indexes'), silent);
  const app = createApp({
    site,
    onError: (thrown) => {
      throw thrown;
    },
  });
  return { folder: release, site, app };
}
