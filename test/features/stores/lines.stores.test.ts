import { spawn } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import oxigraph from 'oxigraph';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { jenaMissing, prepareJena } from '../../../bench/stores/jena.js';
import { serveTdb2 } from '../../../bench/stores/tdb2.js';
import { virtuosoMissing } from '../../../bench/stores/virtuoso.js';
import { freePorts, programAt } from '../../../src/base/programs.js';
import { installInto, run } from '../../support/cli.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';
import { OXIGRAPH } from './real/oxigraph.js';
import { expectedQuads } from './releases.js';

const TDB2_SERVER = new URL('../../../bench/stores/Tdb2Server.java', import.meta.url);

/** The command lines of docs/stores.md and README.md lead from a release to a first answer. */

const ROOT = new URL('../../../', import.meta.url);
const MISSING = { virtuoso: await virtuosoMissing(), jena: await jenaMissing() };
const CURL = await programAt('curl');
const BASE = 'https://data.example.org/folklore/';

let folder: string;
let release: string;
/** Programs that are called by their names. */
let bin: string;
/** What the first question finds, as the first column of its answer. */
let works: string[];

beforeAll(async () => {
  folder = await makeFolder();
  const build = await harvestSample(folder);
  release = (await build('sample', { formats: ['ttl', 'nt'], compression: 'none' })).directory;
  bin = await installInto(folder);
  const store = new oxigraph.Store();
  store.load((await expectedQuads(release)).join('\n'), { format: 'application/n-quads' });
  const query = await readFile(join(release, 'queries/q01-county-and-years.rq'), 'utf8');
  const csv = store.query(query, { results_format: 'text/csv', use_default_graph_as_union: true }) as string;
  works = worksIn(csv);
});
afterAll(() => removeFolder(folder));

/** The works that lines of CSV begin with. */
const worksIn = (csv: string): string[] =>
  [...csv.matchAll(/^"?(https:[^",\s]+)"?,/gm)].map(([, work = '']) => work).sort();

/** The blocks of shell of a section: everything up to the next heading. */
async function blocksOf(page: string, heading: string): Promise<string[]> {
  const text = await readFile(new URL(page, ROOT), 'utf8');
  const [, after = ''] = text.split(`\n${heading}\n`);
  const [section = ''] = after.split(/^#+ [A-Z]/m);
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
}

/** Runs lines in an empty folder, in a process group that is ended with the test. */
async function shell(
  lines: string,
  { environment = {}, typed = '' }: { environment?: Record<string, string>; typed?: string } = {},
): Promise<{ readonly stdout: string; readonly place: string }> {
  const place = join(folder, `place-${(await freePorts(1))[0]}`);
  await mkdir(place);
  await symlink(fileURLToPath(new URL('node_modules', ROOT)), join(place, 'node_modules'));
  const env = {
    PATH: [bin, process.env.PATH].join(delimiter),
    HOME: place,
    no_proxy: '127.0.0.1',
    release,
    ...environment,
  };
  const child = spawn('sh', ['-e'], { cwd: place, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  onTestFinished(() => endGroup(child.pid));
  // Input of commands follows their lines.
  child.stdin.end(lines.replace(/^(read .*)$/m, (line) => `${line} <<'typed'\n${typed}\ntyped`));
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // Servers keep the output open, so the end of the shell counts.
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect(code, `${stdout}\n${stderr}`).toBe(0);
  return { stdout, place };
}

function endGroup(group: number | undefined): void {
  try {
    if (group !== undefined) process.kill(-group, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

/** Kills a process, and waits for its end. */
async function endForGood(id: number): Promise<void> {
  process.kill(id, 'SIGKILL');
  for (let isThere = true; isThere; await sleep(50)) {
    try {
      process.kill(id, 0);
    } catch {
      isThere = false;
    }
  }
}

/** Lines with other ports than the defaults. */
async function elsewhere(lines: string, ports: readonly string[]): Promise<string> {
  const free = await freePorts(ports.length);
  return ports.reduce((text, port, at) => text.replaceAll(`:${port}`, `:${free[at]}`), lines);
}

const holdsAll = async (url: string, kind: string): Promise<void> => {
  const { code, stdout } = await run(['verify', release, '--endpoint', url, '--endpoint-kind', kind]);
  expect(stdout).toContain('No problems found.');
  expect(code).toBe(0);
};

test('the first question has answers', () => {
  expect(works.length).toBeGreaterThan(5);
  expect(works.every((work) => work.startsWith(BASE))).toBe(true);
});

describe.skipIf(MISSING.virtuoso !== undefined || CURL === undefined)('the lines for Virtuoso', () => {
  test('lead to the answer, in bulk and then over HTTP, and what they load outlives kill -9', async () => {
    const [, begin = '', bulk = '', http = '', ask = '', ...more] = await blocksOf(
      'docs/stores.md',
      '### Virtuoso',
    );
    expect(more).toEqual([]);
    const lines = await elsewhere([begin, bulk, ask, http, ask].join(''), ['1111', '8890']);
    const server = 'virtuoso-t +configfile virtuoso.ini +wait';
    expect(lines).toContain(`\n${server}\n`);
    const { stdout, place } = await shell(lines, { typed: 'of-this-test' });
    expect(worksIn(stdout)).toEqual([...works, ...works].sort());

    // It is in its own session, so that it continues.
    const serving = async (): Promise<number> =>
      Number(/^VIRT_PID=(\d+)/.exec(await readFile(join(place, 'virtuoso.lck'), 'utf8'))?.[1]);
    await endForGood(await serving());
    const again = spawn('sh', ['-c', server], { cwd: place, stdio: 'ignore' });
    expect(await new Promise((resolve) => again.once('exit', resolve))).toBe(0);
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(lines) ?? [];
    try {
      await holdsAll(url, 'virtuoso');
    } finally {
      await endForGood(await serving());
    }
  });
});

describe('the lines for Oxigraph', () => {
  test.skipIf(OXIGRAPH === undefined || CURL === undefined)(
    'lead to the answer, in bulk and over HTTP',
    async () => {
      const [, bulk = '', http = ''] = await blocksOf('docs/stores.md', '### Oxigraph');
      const { stdout } = await shell(await elsewhere(`${bulk}${http}`, ['7878']));
      expect(worksIn(stdout)).toEqual([...works, ...works].sort());
    },
  );

  test('lead to the answer in a program of Node.js', async () => {
    const [, , , , program = '', ...more] = await blocksOf('docs/stores.md', '### Oxigraph');
    expect(more).toEqual([]);
    const { stdout } = await shell(program);
    expect(worksIn(stdout)).toEqual(works);
  });

  test.skipIf(OXIGRAPH === undefined)('of README.md lead to the answer', async () => {
    const [first = ''] = await blocksOf('README.md', '## Query a release');
    expect(first).toContain('output/sample/');
    const { stdout } = await shell(`mkdir output\n${first.replaceAll('output/sample', release)}`);
    expect(worksIn(stdout)).toEqual(works);
  });
});

describe.skipIf(MISSING.jena !== undefined)('the lines for Jena', () => {
  test('lead to the answer, in bulk, and all of the release is there', async () => {
    const [, bulk = ''] = await blocksOf('docs/stores.md', '### Jena and Fuseki');
    const [place, programs] = [join(folder, 'jena'), join(folder, 'jena-bin')];
    await Promise.all([mkdir(place), mkdir(programs)]);
    const jena = await prepareJena(place);
    await jena.install(programs, 'tdb2.tdbloader', 'tdb2.tdbupdate', 'tdb2.tdbquery');
    // It is begun sixteen times, and never for long.
    const environment = { JENA_BIN: programs, JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' };
    const lines = await shell(bulk, { environment });
    expect(worksIn(lines.stdout)).toEqual(works);
    const server = await serveTdb2(jena, join(lines.place, 'store'), TDB2_SERVER);
    onTestFinished(() => server.remove());
    await holdsAll(server.url, 'fuseki');
  });
});
