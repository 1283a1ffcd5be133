import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { recordsOf, SEARCHES } from './browse.js';
import { contentOf } from './building.js';
import { built } from './built.js';
import { seconds, whole } from './figures.js';
import { CLI, FamilyWatch, measure, type Ran, start, stop } from './processes.js';
import type { SpeedBench } from './results.js';
import type { Row } from './table.js';
import type { Harvested } from './worlds.js';

const { entriesBelow, entryPath } = await built('base/files-below');
const { programAt } = await built('base/programs');

/** Triples that the embedded engine holds; above, Virtuoso answers the questions, where it is installed. */
const EMBEDDED = 9_000_000;
const PAGES = 40;
/** Seconds that a question may take. */
const PATIENCE = 600;
const WORKERS = '2';
/** Bytes of an answer whose rows are counted; of a longer one, a download, the bytes. */
const MOST_COUNTED = 64e6;

/**
 * `npm run bench -- archive [scale]`: the first day and the second month of an institution, step by step: harvest, build, verify,
 * index, pages, questions, delta. One run.
 */
export const benchArchive: SpeedBench = async ({ worlds, log }, scale = '1') => {
  const rows: Row[] = [];
  const add = (step: string, row: Omit<Row, 'step'>): void => {
    rows.push({ step, clock: '', processor: '', 'most memory, MiB': '', result: '', ...row });
    log(`${step}: ${Object.values(rows.at(-1) ?? {}).join(' | ')}`);
  };
  const ran = (step: string, { seconds: clock, processorSeconds, peakMiB }: Ran, result: string): void =>
    add(step, {
      clock: seconds(clock),
      processor: seconds(processorSeconds),
      'most memory, MiB': whole(peakMiB),
      result,
    });

  const first = await worlds.serve(scale);
  add('generated services: start', { clock: seconds(first.process.startMs / 1000) });
  const harvested = await worlds.configure(first);
  const watch = new FamilyWatch(first.process.child);
  const harvest = await measure(
    ['harvest', '--config', harvested.config, '--log-format', 'json'],
    harvested.environment,
  );
  const answers = answersOf(harvest);
  ran('first harvest', harvest, `${whole(answers)} answers, ${whole(answers / harvest.seconds)} a second`);
  const served = watch.end();
  add('the services meanwhile', {
    processor: seconds(served.processorSeconds),
    'most memory, MiB': whole(served.peakMiB),
    result: `${whole(answers / served.processorSeconds)} answers a second of processor time`,
  });
  await worlds.stop(first);

  const out = worlds.path('releases');
  const build = await buildInto(harvested, out, 'month-1');
  const release = join(out, 'month-1');
  const { records, triples } = await contentOf(release);
  ran(
    `build, ${WORKERS} workers`,
    build,
    `${whole(records)} records, ${whole(triples)} triples, ${await sizeOf(release)}`,
  );
  ran('verify', await measure(['verify', release, '--log-format', 'json']), 'every file, checksum and count');
  for (const limit of await limitsOf(release, worlds.path('limits'))) add(limit.step, limit);

  await pages(release, add);
  await questions(release, triples, add);

  const second = await worlds.serve(scale, '--month', '2');
  const later = await worlds.configure(second, harvested.store);
  ran(
    'harvest of month 2, at another address',
    await measure(['harvest', '--config', later.config, '--log-format', 'json'], later.environment),
    'no entity tags are sent',
  );
  await worlds.stop(second);
  const delta = await buildInto(later, out, 'month-2');
  ran('build of month 2, with the delta', delta, `delta of ${await sizeOf(join(out, 'month-2', 'delta'))}`);

  return [
    {
      mark: 'archive',
      caption:
        `The whole archive, scale ${scale} of a generated world, from the first harvest to the second month; everything on one ` +
        'machine, the services too. Clock and processor time in seconds; memory is that of a command and all that it starts. ' +
        'Formats: Turtle, N-Triples, JSON-LD, gzip. One run.',
      rows,
    },
  ];
};

/** Builds a release in a folder of releases. */
const buildInto = ({ config, environment }: Harvested, out: string, label: string): Promise<Ran> =>
  measure(
    [
      'build',
      '--config',
      config,
      '--out',
      out,
      '--release',
      label,
      '--workers',
      WORKERS,
      '--log-format',
      'json',
    ],
    environment,
  );

/** How many answers a harvest has got, by its own account. */
const answersOf = ({ stdout }: Ran): number =>
  Number(/([\d,]+) new answers/.exec(stdout)?.[1]?.replaceAll(',', '') ?? 0);

/** The bytes below a folder, in words. */
async function sizeOf(folder: string): Promise<string> {
  const files = (await entriesBelow(folder)).filter((entry) => entry.isFile()).map(entryPath);
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return `${whole(sizes.reduce((sum, size) => sum + size, 0) / 1e6)} MB`;
}

/** What it takes to do the least with the same triples: to count, to pack, and to write lines by hand. */
async function limitsOf(
  release: string,
  file: string,
): Promise<(Omit<Row, 'step'> & { readonly step: string })[]> {
  const dumps = (await readdir(join(release, 'data')))
    .filter((name) => name.endsWith('.nt.gz'))
    .map((name) => join(release, 'data', name));
  let count = 0;
  const timed = async (
    step: string,
    act: (dump: string) => Promise<void>,
  ): Promise<{ step: string; clock: string }> => {
    const begin = performance.now();
    for (const dump of dumps) await act(dump);
    return { step, clock: seconds((performance.now() - begin) / 1000) };
  };
  const limits = [
    await timed('limit: unpack the N-Triples and count lines', async (dump) => {
      const lines = createInterface({ input: createReadStream(dump).pipe(createGunzip()) });
      for await (const line of lines) count += line === '' ? 0 : 1;
    }),
    await timed('limit: unpack and pack them', (dump) =>
      pipeline(createReadStream(dump), createGunzip(), createGzip(), createWriteStream(file)),
    ),
    await timed('limit: cut and join each line by hand', async (dump) => {
      const output = createWriteStream(file);
      let text = '';
      for await (const line of createInterface({ input: createReadStream(dump).pipe(createGunzip()) })) {
        const subject = line.indexOf('> ');
        const property = line.indexOf('> ', subject + 2);
        text += `${line.slice(0, subject)}> ${line.slice(subject + 2, property)}> ${line.slice(property + 2)}\n`;
        if (text.length > 1 << 20) {
          output.write(text);
          text = '';
        }
      }
      await new Promise<void>((resolve) => output.end(text, resolve));
    }),
  ];
  return limits.map((limit) => ({ ...limit, result: `${whole(count)} lines` }));
}

type Add = (step: string, row: Omit<Row, 'step'>) => void;

/** The index of `browse`, and pages. */
async function pages(release: string, add: Add): Promise<void> {
  const indexes = join(release, '..', '.browse');
  const serve = () => start(CLI, 'browse', release, '--port', '0', '--index-folder', indexes);
  const making = await serve();
  const watch = new FamilyWatch(making.child).end();
  const [index = ''] = (await readdir(indexes)).filter((name) => name.endsWith('.sqlite'));
  add('index of browse, until pages are ready', {
    clock: seconds(making.startMs / 1000),
    processor: seconds(watch.processorSeconds),
    'most memory, MiB': whole(watch.peakMiB),
    result: `${whole((await stat(join(indexes, index))).size / 1e6)} MB`,
  });
  await stop(making);
  const server = await serve();
  const url = String(server.ready.url);
  try {
    add('start of browse, with the index', { clock: seconds(server.startMs / 1000) });
    const time = async (path: string): Promise<number> => {
      const begin = performance.now();
      const answer = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      return performance.now() - begin;
    };
    for (const [step, paths] of [
      ['start page', ['/', '/']],
      ['map', ['/map', '/map']],
      [`${PAGES} pages of records`, spread(await recordsOf(release, url), PAGES)],
      [`${SEARCHES.length} searches`, SEARCHES],
    ] as const) {
      const times: number[] = [];
      for (const path of paths) times.push(await time(path));
      const sorted = times.toSorted((a, b) => a - b);
      add(step, {
        result: `first ${whole(times[0] ?? 0)} ms, median ${whole(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms, longest ${whole(sorted.at(-1) ?? 0)} ms`,
      });
    }
    const { residentMiB } = new FamilyWatch(server.child).end();
    add('browse at rest', { 'most memory, MiB': whole(residentMiB) });
  } finally {
    await stop(server);
  }
}

const spread = (paths: readonly string[], count: number): string[] =>
  Array.from(
    { length: Math.min(count, paths.length) },
    (_, at) => paths[Math.floor((at * paths.length) / count)] ?? '',
  );

/** The questions of the release, at `/sparql`. */
async function questions(release: string, triples: number, add: Add): Promise<void> {
  const isLarge = triples > EMBEDDED;
  if (isLarge && (await programAt('virtuoso-t')) === undefined) {
    add('questions', { result: 'not asked: Virtuoso is not installed' });
    return;
  }
  const engine = isLarge ? ['--engine', 'virtuoso'] : [];
  const name = isLarge ? 'Virtuoso' : 'the embedded engine';
  const serve = () =>
    start(
      CLI,
      'browse',
      release,
      '--port',
      '0',
      '--query-timeout',
      String(PATIENCE),
      '--query-engines',
      '1',
      ...engine,
    );
  let server = await serve();
  let watch = new FamilyWatch(server.child);
  const ask = async (query: string): Promise<Asked> => {
    const begin = performance.now();
    const secondsNow = (): number => (performance.now() - begin) / 1000;
    const answer = await fetch(`${String(server.ready.url)}/sparql`, {
      method: 'POST',
      headers: { accept: 'application/sparql-results+json' },
      body: new URLSearchParams({ query }),
    });
    const first = secondsNow();
    let bytes = 0;
    const pieces: Uint8Array[] = [];
    for await (const piece of answer.body ?? []) {
      bytes += piece.length;
      if (bytes <= MOST_COUNTED) pieces.push(piece);
    }
    const text = Buffer.concat(pieces).toString();
    if (answer.status !== 200)
      throw new Error(`a question was answered with ${answer.status}: ${text.slice(0, 500)}`);
    const size =
      bytes > MOST_COUNTED
        ? `a download of ${whole(bytes / 1e6)} MB, which begins after ${seconds(first)} s`
        : `${whole(rowsIn(text))} rows`;
    return { seconds: secondsNow(), size };
  };
  try {
    const loading = await ask('ASK {}');
    const loaded = watch.end();
    add(`${name}: load, until the first answer`, {
      clock: seconds(loading.seconds),
      processor: seconds(loaded.processorSeconds),
      'most memory, MiB': whole(loaded.peakMiB),
    });
    if (isLarge) {
      await stop(server);
      server = await serve();
      add(`${name}: second start, until the first answer`, { clock: seconds((await ask('ASK {}')).seconds) });
    }
    watch = new FamilyWatch(server.child);
    const folder = join(release, 'queries');
    const files = (await readdir(folder)).filter((file) => /^q\d\d-.*\.rq$/.test(file)).toSorted();
    const times: (Asked & { readonly question: string })[] = [];
    for (const file of files)
      times.push({
        question: file.slice(0, 'q00'.length),
        ...(await ask(await readFile(join(folder, file), 'utf8'))),
      });
    const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, 3);
    add(`${files.length} questions, each once`, {
      clock: seconds(times.reduce((sum, one) => sum + one.seconds, 0)),
      'most memory, MiB': whole(watch.end().peakMiB),
      result: `${times.filter((one) => one.seconds < 1).length} under 1 s; longest ${slowest.map((one) => `${one.question} ${seconds(one.seconds)} s (${one.size})`).join(', ')}`,
    });
  } finally {
    await stop(server);
  }
}

/** How long a question took, and how large its answer is, in words. */
interface Asked {
  readonly seconds: number;
  readonly size: string;
}

/** The rows of an answer in JSON; none of ASK. */
const rowsIn = (text: string): number =>
  (JSON.parse(text) as { readonly results?: { readonly bindings: readonly unknown[] } }).results?.bindings
    .length ?? 0;
