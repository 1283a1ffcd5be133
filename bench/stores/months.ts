import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changesIn, contentOf } from '../building.js';
import { measure } from '../processes.js';
import type { Room } from '../results.js';
import type { Serving } from '../worlds.js';

const LATER = fileURLToPath(new URL('../later.js', import.meta.url));
/** The share of the records that changes from one month to the next. */
const CHANGED = '0.01';
/** What every store loads. */
const FORMATS = 'nt';

/** The releases of two months; the second has the delta from the first. */
export interface Months {
  /** The folder of both. */
  readonly folder: string;
  readonly first: string;
  readonly second: string;
  /** Of the first. */
  readonly triples: number;
  readonly records: number;
  /** How many records differ. */
  readonly changed: number;
}

/** Exports a generated world, and the same a month later. */
export async function twoMonths({ worlds, log }: Room, scale: string): Promise<Months> {
  const folder = worlds.path('releases');
  const [first, second] = [join(folder, '2026-01'), join(folder, '2026-02')] as const;
  let store: string | undefined;
  const exportFrom = async (serving: Serving, label: string, ...more: readonly string[]): Promise<void> => {
    log(`exporting ${label}`);
    const { config, environment, store: kept } = await worlds.configure(serving, store);
    store = kept;
    const args = ['export', '--config', config, '--out', folder, '--release', label, '--formats', FORMATS];
    await measure([...args, ...more, '--log-format', 'json'], environment);
    await worlds.stop(serving);
  };
  await exportFrom(await worlds.serve(scale), '2026-01');
  await exportFrom(await worlds.serveWith(LATER, scale, CHANGED), '2026-02', '--previous', first);
  return { folder, first, second, ...(await contentOf(first)), changed: await changesIn(second) };
}
