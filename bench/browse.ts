import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, type Dispatcher } from 'undici';
import { buildRelease, contentOf } from './building.js';
import { seconds, whole } from './figures.js';
import type { Oxigraph } from './oxigraph.js';
import { CLI, measureScript, peakMemory, residentMemory, start, stop } from './processes.js';
import type { Room, SpeedBench } from './results.js';
import { median, ROUNDS } from './rounds.js';
import type { Row } from './table.js';

const SCALES = ['0.01', '0.05', '0.2'];

/** Pages of records that are asked for, of each kind. */
const PAGES_OF_A_KIND = 100;
const TABLES = ['items', 'photographs', 'people', 'schools-people', 'locations', 'places'];

/** Searches as people type them: accents left out, mutations, two words, the beginning of a word. */
export const SEARCHES = [
  ...['/search?q=sidhe', '/search?q=tseandun', '/search?q=brid', '/search?q=o+suilleabhain'],
  ...['/search?q=the+old+people', '/search?q=lios', '/search?q=tobar', '/search?q=poll+an'],
  ...['/search?q=mac', '/search?kind=photograph', '/search?q=&decade=1930', '/search?q=the+a'],
];
const PICTURES = ['/', '/map', '/timeline', '/people', '/map?q=tobar', '/timeline?q=the'];

/** The questions of a release that are compared: counts, dates, joins. */
const QUESTIONS = ['q01-county-and-years', 'q03-irish-folklore-by-decade', 'q16-inferred-dates'];

/** Times that each search and picture is asked for. */
const TIMES = 10;
const repeated = (paths: readonly string[]): string[] => Array.from({ length: TIMES }, () => paths).flat();

/** What one scale came to. */
interface AtScale {
  readonly index: Row;
  readonly requests: readonly Row[];
  readonly questions: readonly Row[];
}

/**
 * `npm run bench -- browse [scale …]`: the index of a release, the latency of pages, and three questions beside Oxigraph
 * without browse.
 */
export const benchBrowse: SpeedBench = async (room, ...scales) => {
  const all: AtScale[] = [];
  for (const scale of scales.length === 0 ? SCALES : scales) all.push(await atScale(room, scale));
  return [
    {
      mark: 'browse-index',
      caption:
        'Index: from the start of the program until pages are ready, with no index there. Start: the same with the index. ' +
        'Memory of the process: at most while the index is made, and after the requests of the next table. One run.',
      rows: all.map(({ index }) => index),
    },
    {
      mark: 'browse-requests',
      caption:
        `Milliseconds until the last byte, one request after another over one connection; ${PAGES_OF_A_KIND} records of each ` +
        'kind spread evenly over its table. One run.',
      rows: all.flatMap(({ requests }) => requests),
    },
    {
      mark: 'browse-questions',
      caption:
        'The embedded engine beside a process that has nothing but the npm package oxigraph and the same N-Triples in one ' +
        `graph. Loading: from the first question to its answer. Medians of ${ROUNDS} runs of a question.`,
      rows: all.flatMap(({ questions }) => questions),
    },
  ];
};

async function atScale({ worlds, log }: Room, scale: string): Promise<AtScale> {
  log(`scale ${scale}: harvesting and building`);
  const { release } = await buildRelease(worlds, await worlds.harvested(scale), { formats: 'nt' });
  const { triples } = await contentOf(release);
  const folder = worlds.path('index');
  const serve = () => start(CLI, 'browse', release, '--port', '0', '--index-folder', folder);
  log(`scale ${scale}: indexing`);
  const first = await serve();
  const making = { seconds: first.startMs / 1000, peak: peakMemory(first.child) };
  await stop(first);
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.sqlite'));
  const { size } = await stat(join(folder, file));
  const server = await serve();
  const url = String(server.ready.url);
  try {
    log(`scale ${scale}: pages`);
    const records = await recordsOf(release, url);
    const requests = [
      await latencyOf('pages of records', scale, url, records, 'text/html'),
      await latencyOf('the same as Turtle', scale, url, records, 'text/turtle'),
      await latencyOf('searches', scale, url, repeated(SEARCHES), 'text/html'),
      await latencyOf('start page, map, timeline, people', scale, url, repeated(PICTURES), 'text/html'),
    ];
    const memory = residentMemory(server.child);
    log(`scale ${scale}: questions`);
    const questions = await questionsOf(scale, release, url);
    return {
      index: {
        scale,
        triples: whole(triples),
        'index, s': seconds(making.seconds),
        MB: whole(size / 1e6),
        'bytes a triple': whole(size / triples),
        'most memory, MiB': whole(making.peak),
        'start, s': seconds(server.startMs / 1000),
        'memory after the requests, MiB': whole(memory),
      },
      requests,
      questions,
    };
  } finally {
    await stop(server);
  }
}

/** Paths of records, spread evenly over the tables. */
export async function recordsOf(release: string, url: string): Promise<readonly string[]> {
  const { base } = JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8')) as { base: string };
  const paths: string[] = [];
  for (const table of TABLES) {
    const text = await readFile(join(release, 'derived', `${table}.csv`), 'utf8').catch(() => '');
    const iris = [...text.matchAll(/^https?:[^,\r\n]+/gm)]
      .map(([iri]) => iri)
      .filter((iri) => iri.startsWith(base));
    const step = Math.max(1, Math.floor(iris.length / PAGES_OF_A_KIND));
    for (let at = 0; at < iris.length; at += step) {
      const iri = iris[at] ?? '';
      paths.push(
        iri.includes('#')
          ? `/id?iri=${encodeURIComponent(iri)}`
          : new URL(iri.slice(base.length), `${url}/`).pathname,
      );
    }
  }
  return paths;
}

async function latencyOf(
  what: string,
  scale: string,
  url: string,
  paths: readonly string[],
  accept: string,
): Promise<Row> {
  const client = new Client(url);
  const times: number[] = [];
  for (const path of paths) {
    const begin = performance.now();
    const { statusCode, headers } = await answer(client, path, accept);
    if (statusCode === 303) await answer(client, pathOf(String(headers.location), url), accept);
    times.push(performance.now() - begin);
  }
  await client.close();
  times.sort((a, b) => a - b);
  const share = (part: number): string => (times[Math.ceil(times.length * part) - 1] ?? 0).toFixed(1);
  return { scale, what, requests: whole(times.length), p50: share(0.5), p99: share(0.99), most: share(1) };
}

/** @throws Error when there is no such page */
async function answer(client: Client, path: string, accept: string): Promise<Dispatcher.ResponseData> {
  const response = await client.request({ path, method: 'GET', headers: { accept } });
  await response.body.arrayBuffer();
  if (![200, 303].includes(response.statusCode)) throw new Error(`${path} answered ${response.statusCode}`);
  return response;
}

const pathOf = (location: string, url: string): string => {
  const { pathname, search } = new URL(location, url);
  return pathname + search;
};

async function questionsOf(scale: string, release: string, url: string): Promise<readonly Row[]> {
  const files = QUESTIONS.map((name) => join(release, 'queries', `${name}.rq`));
  const { result } = await measureScript<Oxigraph>('oxigraph', [join(release, 'data'), ...files]);
  const client = new Client(url, { bodyTimeout: 0, headersTimeout: 0 });
  const ask = async (file: string): Promise<number> => {
    const query = await readFile(file, 'utf8');
    const begin = performance.now();
    const { statusCode, body } = await client.request({
      path: '/sparql',
      method: 'POST',
      body: query,
      headers: { 'content-type': 'application/sparql-query', accept: 'text/csv' },
    });
    await body.arrayBuffer();
    if (statusCode !== 200) throw new Error(`${file}: ${url} answered ${statusCode}`);
    return (performance.now() - begin) / 1000;
  };
  const loading = await ask(files[0] ?? '');
  const rows: Row[] = [
    { scale, what: 'loading', 'browse, s': seconds(loading), 'oxigraph alone, s': seconds(result.loading) },
  ];
  for (const [at, file] of files.entries()) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await ask(file));
    rows.push({
      scale,
      what: `\`${QUESTIONS[at]}\``,
      'browse, s': seconds(median(times)),
      'oxigraph alone, s': seconds(result.questions[at] ?? 0),
    });
  }
  await client.close();
  return rows;
}
