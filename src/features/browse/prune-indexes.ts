import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { decision, type Prunable } from '../prune/prune.js';

/** Where `browse` keeps an index of each release, unless it is given another folder. */
const INDEXES = '.browse';

/** The newest index of each kept release stays. */
export const PRUNABLE: Prunable = {
  title: 'Indexes of `browse`',
  decide: async (out, kept) => {
    const folder = join(out, INDEXES);
    const names = (await readdir(folder).catch((): string[] => [])).toSorted();
    const found = names.flatMap((name) => {
      const [, label = ''] = /^(.+)-[0-9a-f]{12}\.sqlite$/.exec(name) ?? [];
      return label === '' ? [] : [{ name, label, path: join(folder, name) }];
    });
    const dated = await Promise.all(
      found.map(async (one) => ({ ...one, made: (await stat(one.path)).mtimeMs })),
    );
    const newest = new Map(dated.toSorted((a, b) => a.made - b.made).map(({ label, name }) => [label, name]));
    return Promise.all(
      dated.map(({ name, label, path }) => {
        const isKept = kept.has(label) && newest.get(label) === name;
        return decision(name, path, isKept ? `the index of ${label}` : undefined);
      }),
    );
  },
};
