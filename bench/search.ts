import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type Libsql from 'libsql';
import { whole } from './figures.js';
import { CLI, measure, start, stop } from './processes.js';
import type { Room } from './results.js';
import { markdown, type Row } from './table.js';

const Database = createRequire(import.meta.url)('libsql') as typeof Libsql;

/** A story of the benchmark. `also`: ids of stories on the same page with the same text. */
interface Story {
  readonly id: number;
  readonly also?: readonly number[];
  readonly title?: string;
  readonly text?: string;
  readonly topics?: unknown;
  readonly school?: string;
  readonly county?: string;
  readonly place?: string;
}

/** A query, and the stories that answer it: a known item is one story, a topic has several. */
interface Query {
  readonly query: string;
  readonly kind: string;
  readonly language: string;
  readonly targets: readonly number[];
}

/** Finds stories by a query: their ids, the best first; other records are 0. */
type Search = (query: string) => Promise<readonly number[]>;

const SETS = ['queries-dev', 'queries-dev-short2', 'queries-dev-short3'];
/** How much more each figure of the first set is than that of FTS5, at least, by the language of the queries. */
const FLOOR = [
  ['all', 's@1', 0.1],
  ['all', 's@10', 0],
  ['all', 'P@10', 0.05],
  ['ga', 's@1', 0.15],
  ['ga', 'P@10', 0.05],
] as const;
/** Results that count. */
const FIRST = 10;

/**
 * `npm run bench -- search FOLDER`: how well the search finds real stories by sentences of people, beside SQLite's FTS5 with its
 * Porter stemmer, any word, on the same texts. The folder has the stories, a service that serves them and the queries
 * (`dev.json.gz`, `serve-stories.mjs`, `queries-*.json`); the project carries none. Ends with 1 below
 * {@link FLOOR}.
 *
 * @param folder absent: the variable SEARCH_BENCHMARK
 */
export async function benchSearch(room: Room, folder = process.env.SEARCH_BENCHMARK ?? ''): Promise<void> {
  if (folder === '') {
    room.log(
      'search: skipped, no folder with stories and queries is named (an argument, or SEARCH_BENCHMARK)',
    );
    return;
  }
  const stories = JSON.parse(
    gunzipSync(await readFile(join(folder, 'dev.json.gz'))).toString(),
  ) as readonly Story[];
  const same = new Map(stories.flatMap(({ id, also = [] }) => also.map((other) => [other, id] as const)));
  const release = await releaseOf(room, folder);
  const pages = await start(
    CLI,
    'browse',
    release,
    '--port',
    '0',
    '--index-folder',
    room.worlds.path('index'),
  );
  const url = String(pages.ready.url);
  const searches: Readonly<Record<string, Search>> = {
    'folklore-ld': (query) => found(url, query, same),
    'FTS5 porter, any word': anyWord(stories),
  };
  const rows: Row[] = [];
  for (const set of SETS) {
    const queries = JSON.parse(await readFile(join(folder, `${set}.json`), 'utf8')) as readonly Query[];
    for (const [name, search] of Object.entries(searches))
      for (const language of ['all', 'ga'])
        rows.push({
          set,
          search: name,
          language,
          ...(await scoresOf(
            queries.filter((one) => language === 'all' || one.language === language),
            search,
          )),
        });
  }
  await stop(pages);
  process.stdout.write(`${markdown(rows)}\n`);
  for (const [language, figure, least] of FLOOR) {
    const [ours, theirs] = rows.filter((row) => row.set === SETS[0] && row.language === language);
    if (Number(ours?.[figure]) < Number(theirs?.[figure]) + least) {
      room.log(`search: ${figure} (${language}) is less than that of FTS5 + ${least}`);
      process.exitCode = 1;
    }
  }
}

/** Harvests the stories and makes a release. @returns its folder */
async function releaseOf({ worlds, log }: Room, folder: string): Promise<string> {
  log('search: harvesting and building');
  const services = await start(join(folder, 'serve-stories.mjs'), join(folder, 'dev.json.gz'));
  const { archive, placenames, key } = services.ready as Record<string, string>;
  const harvested = await worlds.configure({
    ...{ archive: archive ?? '', placenames: placenames ?? '', key: key ?? '' },
    keys: { public: key ?? '', internal: key ?? '' },
    process: services,
  });
  const out = worlds.path('stories');
  const run = await measure(
    ['export', '--config', harvested.config, '--out', out, '--quiet'],
    harvested.environment,
  );
  await stop(services);
  if (run.stdout === '') throw new Error('search: the release of the stories was not made');
  return join(out, 'latest');
}

/** What a visitor of the pages finds. */
async function found(url: string, query: string, same: ReadonlyMap<number, number>): Promise<number[]> {
  const answer = await fetch(`${url}/search?${new URLSearchParams({ q: query })}`);
  const html = await answer.text();
  return [...html.matchAll(/<p class="card-title">\s*<a href="([^"]+)"/g)].map(([, path = '']) => {
    const id = Number(/\/cbes\/item\/(\d+)/.exec(path)?.[1] ?? 0);
    return same.get(id) ?? id;
  });
}

/** The search that SQLite has: the words of a query, of which one is enough, in the order of BM25. */
function anyWord(stories: readonly Story[]): Search {
  const database = new Database(':memory:');
  database.exec(
    "CREATE VIRTUAL TABLE story USING fts5(title, text, rest, tokenize='porter unicode61 remove_diacritics 2')",
  );
  const insert = database.prepare('INSERT INTO story (rowid, title, text, rest) VALUES (?, ?, ?, ?)');
  for (const { id, title = '', text = '', topics, school, county, place } of stories)
    insert.run([id, title, text, JSON.stringify([topics, school, county, place])]);
  const select = database.prepare(
    `SELECT rowid AS id FROM story WHERE story MATCH ? ORDER BY rank LIMIT ${FIRST}`,
  );
  return async (query) => {
    const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
    return (select.all([words.map((word) => `"${word}"`).join(' OR ')]) as { id: number }[]).map(
      ({ id }) => id,
    );
  };
}

/**
 * Known items: success at the first place and among ten, mean reciprocal rank. Topics: precision among ten. All queries: empty answers,
 * median of the time.
 */
async function scoresOf(queries: readonly Query[], search: Search): Promise<Row> {
  const ranks: number[] = [];
  const precisions: number[] = [];
  const times: number[] = [];
  let empty = 0;
  for (const { query, kind, targets } of queries) {
    const from = performance.now();
    const ids = await search(query);
    times.push(performance.now() - from);
    if (ids.length === 0) empty += 1;
    const wanted = new Set(targets);
    const first = [...new Set(ids)].slice(0, FIRST);
    if (kind === 'known-item') ranks.push(first.findIndex((id) => wanted.has(id)) + 1);
    else precisions.push(first.filter((id) => wanted.has(id)).length / FIRST);
  }
  const mean = (numbers: readonly number[]): string =>
    (numbers.reduce((sum, one) => sum + one, 0) / numbers.length).toFixed(3);
  return {
    's@1': mean(ranks.map((rank) => Number(rank === 1))),
    's@10': mean(ranks.map((rank) => Number(rank > 0))),
    MRR: mean(ranks.map((rank) => (rank > 0 ? 1 / rank : 0))),
    'P@10': mean(precisions),
    empty: `${empty} of ${queries.length}`,
    'median, ms': whole(times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0),
  };
}
