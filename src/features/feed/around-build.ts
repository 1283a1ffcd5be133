import { join } from 'node:path';
import { FolkloreError } from '../../base/errors.js';
import { exists } from '../../base/files.js';
import type { Additions, AroundBuild } from '../../cli/feature.js';
import { FEED } from './feed-file.js';

/** With `feed`, adds each release to the event streams. */
export const AROUND_BUILD: AroundBuild = {
  check: ({ formats, feed }) => {
    if (feed !== true || formats.includes('nt')) return;
    throw new FolkloreError(
      'CONFIG_INVALID',
      'Event streams are made of N-Triples, which are not to be written.',
      { hint: 'Add nt to the formats, or leave out --feed.' },
    );
  },
  released: async ({ out, isLatest }, { feed }, { report, signal }) => {
    if (feed !== true) return undefined;
    if (isLatest !== true) {
      report({
        event: 'note',
        message: 'a sample or a trial is no published release, and is not added to the event streams',
      });
      return undefined;
    }
    const { addedText, updateFeed } = await import('./update-feed.js');
    return addedText(await updateFeed({ out, pid: process.pid, report, signal }));
  },
};

/** Adds the release that `latest` leads to again, to streams that end with one that was taken back. */
export const rolledBack: Additions['rolledBack'] = async (out, { report, signal }) => {
  if (!(await exists(join(out, FEED)))) return undefined;
  const { addedText, updateFeed } = await import('./update-feed.js');
  return addedText(await updateFeed({ out, pid: process.pid, report, signal }));
};
