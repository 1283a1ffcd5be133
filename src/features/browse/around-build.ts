import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '../../base/files.js';
import type { AroundBuild } from '../../cli/feature.js';

/** With `browseIndex`, makes the index of each release. */
export const AROUND_BUILD: AroundBuild = {
  released: async ({ out, label, previous }, { browseIndex }, { report }) => {
    if (browseIndex !== true) return undefined;
    // Where nothing has changed there is no release of this label.
    const made = join(out, label);
    const folder = (await exists(made)) ? made : previous;
    if (folder === undefined) return undefined;
    const { prepareSite } = await import('./site.js');
    const { temporaryFolder } = await import('./index/index-file.js');
    const temporary = await temporaryFolder(process.pid);
    try {
      const { indexFile } = await prepareSite({ folder, temporary, pid: process.pid }, report);
      return `Index of browse: ${indexFile}`;
    } finally {
      // If this fails, the next process that needs one removes it. An error would hide the first one.
      await rm(temporary, { recursive: true, force: true }).catch(() => {});
    }
  },
};
