import { silent } from '../../base/events.js';
import { serveThread } from '../../base/thread-pool.js';
import { exportPart } from './search/search-export.js';
import { openSite, prepareSite, type Site } from './site.js';
import type { SiteJob, SiteOutput } from './site-thread.js';

let site: Site | undefined;

serveThread<SiteJob, SiteOutput>(async (job) => {
  if ('prepare' in job) return { source: await prepareSite(job.prepare, silent) };
  if ('open' in job) {
    site = await openSite(job.open);
    return { isOpen: true };
  }
  if (site === undefined) throw new Error('no release is open');
  return exportPart(site, job);
});
