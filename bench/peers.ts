import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Parser } from 'n3';
import { buildRelease, contentOf } from './building.js';
import { lineByHand } from './by-hand.js';
import { ratio, seconds, whole } from './figures.js';
import { csvOf, type FlatItem, flatItem, jsonOf } from './peers/items.js';
import { type Ran, run } from './processes.js';
import { mappedRecords, vocabulary } from './program.js';
import { ROOT, type Room, type SpeedBench, versionOf } from './results.js';
import { inTurn, median, middle, ROUNDS } from './rounds.js';
import type { Row } from './table.js';

/** Where peers are installed, and their arguments. */
const PEERS = new URL('bench/peers/', ROOT);
const OURS = fileURLToPath(new URL('./peers/ours.js', import.meta.url));

const SIZES = ['5000', '10000', '20000'];
/** The world whose items are taken, again under other ids where more are wanted. */
const scaleFor = (records: number): string => (records <= FEW ? '0.002' : '0.04');
const FEW = 200;

/** A tool that makes triples of flat records. */
interface Tool {
  readonly called: string;
  /** The package that must be there; absent: it is part of the main install. */
  readonly needs?: string;
  /** What `node` is to run. */
  readonly args: (folder: string, output: string) => readonly string[];
  /** What it wrote as N-Triples or N-Quads, to compare with ours; absent: it is ours. */
  readonly isCompared?: boolean;
  /** Whether it must run where it is installed, to find its parts; others run beside the records. */
  readonly isAtHome?: boolean;
  /** What the name of its output ends in: some go by it. */
  readonly suffix: string;
}

const peer = (path: string): string => fileURLToPath(new URL(path, PEERS));

const TOOLS: readonly Tool[] = [
  {
    called: 'ours: decode, map, term gate, Turtle',
    args: (folder, output) => [OURS, 'turtle', join(folder, 'items.json'), output],
    suffix: '',
  },
  {
    called: 'ours: with shapes, Turtle, JSON-LD and N-Quads',
    args: (folder, output) => [OURS, 'all', join(folder, 'items.json'), output],
    suffix: '',
  },
  {
    called: 'jsonld.toRDF, a document a record',
    args: (folder, output) => [OURS, 'jsonld', join(folder, 'items.json'), output],
    isCompared: true,
    suffix: '.nt',
  },
  {
    called: 'a script: jsonld, rdf-validate-shacl, n3.Writer',
    args: (folder, output) => [OURS, 'script', join(folder, 'items.json'), output],
    isCompared: true,
    suffix: '.nt',
  },
  {
    called: 'barnard59, CSVW',
    needs: 'barnard59',
    args: (folder, output) => [
      peer('node_modules/barnard59/bin/barnard59.js'),
      'run',
      peer('items.pipeline.ttl'),
      '--quiet',
      '--pipeline=https://data.example.org/pipeline/items',
      `--variable=items=${join(folder, 'items.csv')}`,
      `--variable=metadata=${peer('items.csvw.ttl')}`,
      `--output=${output}`,
    ],
    isCompared: true,
    isAtHome: true,
    suffix: '.nt',
  },
  {
    called: 'RocketRML to N-Quads',
    needs: 'rocketrml',
    args: (_, output) => [peer('rocketrml.mjs'), peer('items.rml.ttl'), output],
    isCompared: true,
    suffix: '.nq',
  },
];

/**
 * `npm run bench -- peers [records …]`: others on the same JSON and the same triples, their mapping alone, process start
 * included, each in a process of its own. Their triples are compared with ours.
 */
export const benchPeers: SpeedBench = async (room, ...given) => {
  const sizes = given.length === 0 ? SIZES : given;
  const tools = await installed(room.log);
  const items = await itemsOf(room, Math.max(...sizes.map(Number)));
  const results: AtSize[] = [];
  for (const size of sizes) results.push(await atSize(room, tools, items.slice(0, Number(size))));
  const versions = await Promise.all(
    ['rocketrml', 'barnard59'].map(async (name) => `${name} ${await versionOf(name, PEERS)}`),
  );
  const written = results.map(({ records }) => whole(records));
  return [
    {
      mark: 'peers',
      caption:
        `${written.join(', ')} flat records of items, as JSON and, for CSVW, as CSV; figures of ${written.at(-1)}. Process ` +
        'start included. The triples of each were compared with ours, at every size: no tool has others, and those that a ' +
        `tool lacks are counted. Medians of ${ROUNDS} runs in turn. ${versions.join(', ')}.`,
      rows: [
        ...rowsOf(tools, results),
        await wholeBuild(room, scaleFor(Math.max(...sizes.map(Number))), peaksColumn(results)),
      ],
    },
  ];
};

/** What the tools did with so many records. */
interface AtSize {
  readonly records: number;
  readonly by: ReadonlyMap<Tool, Done>;
}

/** The result of a tool: its distinct triples, and how many of ours are not among them. */
interface Done extends Pick<Ran, 'seconds' | 'peakMiB'> {
  readonly triples: number;
  readonly missing: number;
}

async function atSize(
  { worlds, log }: Room,
  tools: readonly Tool[],
  items: readonly FlatItem[],
): Promise<AtSize> {
  const records = items.length;
  const folder = worlds.path(`items-${records}`);
  await writeItems(folder, items);
  const ours = await ourLines(folder);
  const ways = tools.map((tool) => [tool.called, () => make(tool, folder, worlds.path(`out${tool.suffix}`))]);
  const results = await inTurn<Made>(Object.fromEntries(ways), ROUNDS, (what) =>
    log(`${whole(records)} records: ${what}`),
  );
  const by = new Map<Tool, Done>();
  for (const tool of tools) {
    const runs = results[tool.called] ?? [];
    const run = middle(runs, (one) => one.seconds);
    const said = tool.isCompared === true ? await linesIn(run.output) : ours;
    by.set(tool, {
      seconds: run.seconds,
      peakMiB: median(runs.map((one) => one.peakMiB)),
      triples: said.size,
      missing: missingFrom(tool.called, ours, said),
    });
  }
  return { records, by };
}

const peaksColumn = (results: readonly AtSize[]): string =>
  `peak MiB at ${results.map(({ records }) => whole(records)).join(' / ')} records`;

/** A row for each tool, at the largest size. The first two are ours. */
function rowsOf(tools: readonly Tool[], results: readonly AtSize[]): Row[] {
  const largest = results.at(-1)?.by;
  const rate = (tool: Tool | undefined): number => {
    const done = tool === undefined ? undefined : largest?.get(tool);
    return done === undefined ? Number.NaN : done.triples / done.seconds;
  };
  const [mapping, everything] = tools;
  return tools.map((tool) => {
    const done = largest?.get(tool);
    return {
      tool: tool.called,
      triples: whole(done?.triples ?? 0),
      missing: whole(done?.missing ?? 0),
      s: seconds(done?.seconds ?? 0),
      'triples/s': whole(rate(tool)),
      'our mapping is so many times as fast': ratio(rate(mapping), rate(tool)),
      'ours with everything on': ratio(rate(everything), rate(tool)),
      [peaksColumn(results)]: results.map(({ by }) => whole(by.get(tool)?.peakMiB ?? 0)).join(' / '),
    };
  });
}

/** A build of a whole world, everything on, for its rate: its triples are its own. */
async function wholeBuild({ worlds, log }: Room, scale: string, peaks: string): Promise<Row> {
  const harvested = await worlds.harvested(scale);
  const results = await inTurn({ build: () => buildRelease(worlds, harvested) }, ROUNDS, log);
  const { release, seconds: time, peakMiB } = middle(results.build ?? [], (one) => one.seconds);
  const { triples } = await contentOf(release);
  return {
    tool: `ours: the whole build of a world of scale ${scale}`,
    triples: whole(triples),
    s: seconds(time),
    'triples/s': whole(triples / time),
    [peaks]: whole(peakMiB),
  };
}

/** The tools that are installed. The others are named, with where to read how to install them. */
async function installed(log: Room['log']): Promise<readonly Tool[]> {
  const found: Tool[] = [];
  for (const tool of TOOLS) {
    const isThere = tool.needs === undefined || (await versionOf(tool.needs, PEERS)) !== 'not installed';
    if (isThere) found.push(tool);
    else log(`${tool.called}: skipped, not installed (docs/performance.md says how)`);
  }
  return found;
}

/** Flat records of items; where a world has fewer, the same again as others. */
async function itemsOf({ worlds, log }: Room, count: number): Promise<readonly FlatItem[]> {
  log(`making ${whole(count)} flat records`);
  const { store } = await worlds.harvested(scaleFor(count));
  const speaking = await vocabulary();
  const nodes = [];
  for await (const { node, isIdentity } of mappedRecords(store, speaking, () => [])) {
    if (!isIdentity && node.id.includes('/cbes/item/')) nodes.push(node);
  }
  const items: FlatItem[] = [];
  for (let times = 0; items.length < count; times += 1) {
    const before = items.length;
    for (const node of nodes) {
      const item = flatItem(node, times);
      if (item !== undefined && items.length < count) items.push(item);
    }
    if (items.length === before) throw new Error('the world has no items');
  }
  return items;
}

async function writeItems(folder: string, items: readonly FlatItem[]): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, 'items.json'), jsonOf(items));
  await writeFile(join(folder, 'items.csv'), csvOf(items));
}

/** How a tool ran, and where its output is. */
interface Made extends Ran {
  readonly output: string;
}

/** @throws Error when a tool fails, or writes nothing */
async function make(tool: Tool, folder: string, output: string): Promise<Made> {
  const ran = await run(
    process.execPath,
    tool.args(folder, output),
    {},
    tool.isAtHome === true ? peer('.') : folder,
  );
  const isWritten = ran.code === 0 && (await stat(output).catch(() => undefined)) !== undefined;
  if (!isWritten) throw new Error(`${tool.called} ended with ${ran.code}:\n${ran.stderr.slice(-2_000)}`);
  return { ...ran, output };
}

async function ourLines(folder: string): Promise<ReadonlySet<string>> {
  const output = join(folder, 'ours');
  const ran = await run(process.execPath, [OURS, 'lines', join(folder, 'items.json'), output]);
  if (ran.code !== 0) throw new Error(`our own lines: ${ran.stderr}`);
  return linesIn(join(output, 'schools.nt'));
}

/** The triples of a file, each once, in our spelling. */
async function linesIn(file: string): Promise<ReadonlySet<string>> {
  const lines = new Set<string>();
  for (const quad of new Parser({ format: 'N-Quads' }).parse(await readFile(file, 'utf8'))) {
    lines.add(lineByHand(quad));
  }
  return lines;
}

/**
 * How many of our triples another tool lacks.
 *
 * @throws Error when it has others
 */
function missingFrom(called: string, ours: ReadonlySet<string>, theirs: ReadonlySet<string>): number {
  for (const line of theirs)
    if (!ours.has(line)) throw new Error(`${called} has a triple that we do not have: ${line}`);
  return ours.size - theirs.size;
}
