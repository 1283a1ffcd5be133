import { pathBelow } from '../../base/file-bytes.js';
import { CHANGES_FILE, type KindOfChange, listedChanges } from '../../release/delta/difference.js';
import { placeOfKind, type Word } from '../browse/interface-words.js';
import type { Site } from '../browse/site.js';

/** Kinds of changes on the pages. A record that was removed and one that was suppressed are both withdrawn. */
export const CHANGES = ['added', 'changed', 'withdrawn'] as const;
export type ReaderChange = (typeof CHANGES)[number];

const SHOWN_AS: Readonly<Record<KindOfChange, ReaderChange>> = {
  added: 'added',
  changed: 'changed',
  removed: 'withdrawn',
  suppressed: 'withdrawn',
};

/** The words for the records of a change. */
export const CHANGE_WORDS: Readonly<Record<ReaderChange, Word>> = {
  added: 'newRecords',
  changed: 'changedRecords',
  withdrawn: 'withdrawnRecords',
};

/** Records of one change and kind that are kept for lists. The file has them all. */
const MOST_LISTED = 5000;
/** Rows whose kinds are looked up at a time, between which other requests are answered. */
const AT_ONCE = 500;

/** The records of one kind with one change. */
export interface ChangedKind {
  readonly change: ReaderChange;
  /** The empty string where the kind is not known. */
  readonly kind: string;
  readonly count: number;
  /** The first of them, in the order of the file. */
  readonly paths: readonly string[];
}

/**
 * The changes since the release before, by change and then by kind; undefined when the release has no delta.
 */
export async function readChanges(site: Site): Promise<readonly ChangedKind[] | undefined> {
  if (!site.files.has(CHANGES_FILE)) return undefined;
  const groups = new Map<string, ChangedKind & { count: number; readonly paths: string[] }>();
  const add = (rows: readonly (readonly [path: string, change: ReaderChange])[]): void => {
    const summaries = site.index.summaries(rows.map(([path]) => path));
    for (const [path, change] of rows) {
      const kind = summaries.get(path)?.kind ?? kindBeside(site, path) ?? '';
      const key = `${change} ${kind}`;
      const group = groups.get(key) ?? { change, kind, count: 0, paths: [] };
      groups.set(key, group);
      group.count += 1;
      if (group.paths.length < MOST_LISTED) group.paths.push(path);
    }
  };
  let waiting: [path: string, change: ReaderChange][] = [];
  const { base } = site.manifest;
  const path = await pathBelow(site.release, CHANGES_FILE);
  for await (const { iri, change } of listedChanges(path)) {
    if (!iri.startsWith(base)) continue;
    waiting.push([iri.slice(base.length), SHOWN_AS[change]]);
    if (waiting.length < AT_ONCE) continue;
    add(waiting);
    waiting = [];
    await new Promise(setImmediate);
  }
  add(waiting);
  return [...groups.values()].toSorted(
    (a, b) =>
      CHANGES.indexOf(a.change) - CHANGES.indexOf(b.change) || placeOfKind(a.kind) - placeOfKind(b.kind),
  );
}

/** The kind of records beside a path: what a record was that the release does not have. */
function kindBeside({ index }: Site, path: string): string | undefined {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  if (folder === '') return undefined;
  return index.remembered(['beside', folder], () =>
    index.all<{ kind: string }>(
      'SELECT kind FROM resource WHERE path >= ? AND path < ? AND kind IS NOT NULL LIMIT 1',
      [folder, `${folder.slice(0, -1)}0`],
    ),
  )[0]?.kind;
}
