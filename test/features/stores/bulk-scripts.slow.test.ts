import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import oxigraph from 'oxigraph';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bulkScripts } from '../../../src/features/stores/bulk-scripts.js';
import { parseTurtle } from '../../../src/model/rdf/parse.js';
import { smallRelease } from '../../release/description/small-release.js';
import { makeFolder, removeFolder, scratch } from '../../support/files.js';
import { harvestSample, type MakeRelease } from '../../support/sample-release.js';
import { quadsOf } from './oxigraph-server.js';
import { expectedQuads } from './releases.js';

/**
 * The content of a store after each script. The programs that a script calls are replaced by programs that record their
 * arguments; the recorded loads are then done with another store.
 */

/** The journal of the loader, which is no longer true after a script. */
const LOADED = 'https://data.example.org/folklore/dataset/loaded';

const run = promisify(execFile);
const FORMATS: Readonly<Record<string, string>> = {
  nt: 'application/n-triples',
  ttl: 'text/turtle',
  nq: 'application/n-quads',
  jsonld: 'application/ld+json',
};

let folder: string;
let build: MakeRelease;
let release: string;
let expected: readonly string[];

beforeAll(async () => {
  folder = await makeFolder();
  build = await harvestSample(folder);
  release = (await build('both', BOTH)).directory;
  expected = await expectedQuads(release);
});
afterAll(() => removeFolder(folder));

/** Two formats of datasets of both publications. */
const BOTH = { kinds: ['people', 'places'], formats: ['ttl', 'nt'], compression: 'gzip' } as const;

const text = (name: string, of = release): Promise<string> => readFile(join(of, 'bulk', name), 'utf8');

/** Loads files into a new store as a script does, and returns the content of the store. */
async function holding(
  loads: readonly { readonly file: string; readonly graph?: string | undefined }[],
): Promise<string[]> {
  const store = new oxigraph.Store();
  for (const { file, graph } of loads) {
    const bytes = await readFile(file);
    const isPacked = file.endsWith('.gz');
    const ending = file.replace(/\.gz$/, '').split('.').at(-1) ?? '';
    store.load((isPacked ? gunzipSync(bytes) : bytes).toString('utf8'), {
      format: FORMATS[ending] ?? ending,
      ...(graph === undefined ? {} : { to_graph_name: oxigraph.namedNode(graph) }),
    });
  }
  return quadsOf(store);
}

/** Runs a shell script with programs that record their arguments, one on each line, with an empty line after each call. */
async function calls(
  script: string,
  names: readonly string[],
  environment: (bin: string) => Record<string, string>,
  store = 'a store',
): Promise<string[][]> {
  const bin = await scratch();
  const recorded = join(bin, 'recorded');
  for (const name of names) {
    await writeFile(
      join(bin, name),
      `#!/bin/sh\nfor one in ${name} "$@"; do printf '%s\\n' "$one"; done >> '${recorded}'\necho >> '${recorded}'\n`,
    );
    await chmod(join(bin, name), 0o755);
  }
  const elsewhere = await scratch();
  if (store === 'there') await mkdir(join(elsewhere, store));
  const env = { PATH: process.env.PATH ?? '', ...environment(bin) };
  await run('sh', [script, store], { cwd: elsewhere, env }).catch(async (thrown: unknown) => {
    expect(await readFile(recorded, 'utf8').catch(() => '')).toBe('');
    throw thrown;
  });
  const lines = (await readFile(recorded, 'utf8')).split('\n\n').filter(Boolean);
  return lines.map((one) => one.split('\n').map((word) => word.replace(`${elsewhere}/`, '')));
}

describe('a release', () => {
  it('has a script for every store, without a folder, host or person of its making', async () => {
    const names = (await readdir(join(release, 'bulk'))).sort();
    expect(names).toEqual([
      ...['Qleverfile', 'fuseki.ttl', 'graphdb.sh', 'jena-tdb2.sh', 'oxigraph.sh', 'virtuoso.sql'],
    ]);
    const readme = await readFile(join(release, 'README.md'), 'utf8');
    for (const name of names) {
      expect(readme).toContain(`bulk/${name}`);
      expect(await text(name)).not.toContain(folder);
    }
  });
});

describe('scripts for the shell', () => {
  it.skipIf(!isThere('shellcheck')).each(['oxigraph.sh', 'jena-tdb2.sh', 'graphdb.sh'])(
    '%s: shellcheck, where it is installed, finds no fault',
    async (name) => {
      await run('shellcheck', ['--shell=sh', join(release, 'bulk', name)]);
    },
  );

  it('bulk/oxigraph.sh loads every dataset into its graph', async () => {
    const recorded = await calls(join(release, 'bulk/oxigraph.sh'), ['oxigraph'], (bin) => ({
      OXIGRAPH: join(bin, 'oxigraph'),
    }));
    const loads = recorded.map(([program, command, location, store, graphFlag, graph, fileFlag, path]) => {
      expect([program, command, location, store, graphFlag, fileFlag]).toEqual([
        'oxigraph',
        'load',
        '--location',
        'a store',
        '--graph',
        '--file',
      ]);
      return { file: join(release, path ?? ''), graph };
    });
    expect(await holding(loads)).toEqual(expected);
  });

  it('bulk/jena-tdb2.sh does the same', async () => {
    const recorded = await calls(join(release, 'bulk/jena-tdb2.sh'), ['tdb2.tdbloader'], (bin) => ({
      JENA_BIN: bin,
    }));
    const loads = recorded.flatMap(([program, location, graph, ...paths]) => {
      expect([program, location]).toEqual(['tdb2.tdbloader', '--loc=a store']);
      return paths.map((path) => ({ file: join(release, path), graph: graph?.replace('--graph=', '') }));
    });
    expect(await holding(loads)).toEqual(expected);
  });

  const PROGRAMS = [
    ['oxigraph.sh', ['oxigraph'], (bin: string) => ({ OXIGRAPH: join(bin, 'oxigraph') })],
    ['jena-tdb2.sh', ['tdb2.tdbupdate', 'tdb2.tdbloader'], (bin: string) => ({ JENA_BIN: bin })],
  ] as const;

  it.each(PROGRAMS)(
    'bulk/%s empties the graphs of a store that is there, and nothing else',
    async (name, programs, env) => {
      const [first] = await calls(join(release, 'bulk', name), programs, env, 'there');
      const store = new oxigraph.Store();
      store.load(
        `${expected.join('\n')}
<http://e.org/a> <http://e.org/b> <http://e.org/c> <http://e.org/g> .
<http://e.org/a> <http://e.org/b> <http://e.org/c> <${LOADED}> .
`,
        {
          format: 'application/n-quads',
        },
      );
      store.update(first?.at(-1) ?? '');
      expect(quadsOf(store)).toEqual([
        '<http://e.org/a> <http://e.org/b> <http://e.org/c> <http://e.org/g> .',
      ]);
    },
  );

  it.each([
    ...PROGRAMS,
    [
      'graphdb.sh',
      ['curl'],
      (bin: string) => ({ PATH: `${bin}:${process.env.PATH}`, GRAPHDB: 'http://e.org/' }),
    ],
  ] as const)(
    'bulk/%s changes nothing when a file breaks off or is not there',
    async (name, programs, env) => {
      for (const damage of [(file: string) => truncate(file, 100), (file: string) => rm(file)]) {
        const damaged = join(await scratch(), 'release');
        await cp(release, damaged, { recursive: true });
        await damage(join(damaged, 'data/places.nt.gz'));
        const recorded = calls(join(damaged, 'bulk', name), programs, env, 'there');
        await expect(recorded).rejects.toMatchObject({
          stderr: expect.stringContaining('data/places.nt.gz'),
        });
      }
    },
  );

  it.each(['oxigraph.sh', 'jena-tdb2.sh', 'graphdb.sh'])('bulk/%s names the missing file', async (name) => {
    const asked = run('sh', [join(release, 'bulk', name)], { env: { PATH: process.env.PATH ?? '' } });
    await expect(asked).rejects.toMatchObject({
      stderr: expect.stringMatching(/name the folder|the URL of/),
    });
  });

  it.skipIf(!isThere('curl'))(
    'bulk/graphdb.sh, where there is curl, sends every dataset to its graph, and ends when one is refused',
    async () => {
      const store = new oxigraph.Store();
      let refused = '';
      const server = createServer((request, response) => {
        const url = new URL(request.url ?? '', 'http://127.0.0.1');
        const graph = url.searchParams.get('graph') ?? '';
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const body = Buffer.concat(chunks).toString('utf8');
          if (url.pathname === '/repositories/folklore/statements') {
            expect(request.headers['content-type']).toBe('application/sparql-update');
            store.update(body);
            return void response.writeHead(204).end();
          }
          if (url.pathname !== '/repositories/folklore/rdf-graphs/service' || graph === refused)
            return void response.writeHead(400).end();
          if (request.method === 'PUT') store.update(`DROP SILENT GRAPH <${graph}>`);
          store.load(body, {
            format: request.headers['content-type'] ?? '',
            to_graph_name: oxigraph.namedNode(graph),
          });
          response.writeHead(204).end();
        });
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;
      const env = {
        PATH: process.env.PATH ?? '',
        GRAPHDB: `http://127.0.0.1:${port}/repositories/folklore`,
        no_proxy: '127.0.0.1',
      };
      const script = join(release, 'bulk/graphdb.sh');
      store.load(`<http://e.org/a> <http://e.org/b> "c" <${LOADED}> .\n`, { format: 'application/n-quads' });
      await run('sh', [script], { env });
      expect(quadsOf(store)).toEqual(expected);
      // Once more: what was there is replaced.
      await run('sh', [script], { env });
      expect(quadsOf(store)).toEqual(expected);
      refused = 'https://data.example.org/folklore/dataset/placenames/places';
      await expect(run('sh', [script], { env })).rejects.toMatchObject({ code: expect.any(Number) });
    },
  );
});

describe('settings and statements', () => {
  it('bulk/virtuoso.sql empties and loads every graph, and clears the list of loaded files', async () => {
    const sql = await text('virtuoso.sql');
    const loads = [...sql.matchAll(/^ld_dir \('\$U\{RELEASE\}([^']*)', '([^'%]+)', '([^']+)'\);$/gm)].map(
      ([, below = '', file = '', graph = '']) => ({ file: join(release, below, file), graph }),
    );
    expect(await holding(loads)).toEqual(expected);
    const graphs = [...new Set(loads.map(({ graph }) => graph)), LOADED];
    const named = (pattern: RegExp) => [...sql.matchAll(pattern)].map(([, graph]) => graph);
    expect(named(/^ {2}exec \('SPARQL CLEAR GRAPH <([^>]+)>'\);$/gm)).toEqual(graphs);
    expect(named(/^DELETE FROM DB\.DBA\.load_list WHERE ll_graph = '([^']+)';$/gm)).toEqual(graphs);
    // For isql every semicolon ends a statement, and $ begins a variable.
    const statements = sql.replace(/^--.*\n/gm, '');
    expect(statements.match(/;/g)?.length).toBe(statements.match(/;$/gm)?.length);
    expect(statements.replaceAll('$U{RELEASE}', '')).not.toContain('$');
  });

  it('bulk/Qleverfile gives every file to its graph', async () => {
    const qleverfile = await text('Qleverfile');
    const json = /^MULTI_INPUT_JSON = (\[[\s\S]*?\])\n(?=\S)/m.exec(qleverfile)?.[1] ?? '';
    const inputs = JSON.parse(json) as { cmd: string; format: string; graph: string }[];
    const store = new oxigraph.Store();
    for (const { cmd, format, graph } of inputs) {
      const { stdout } = await run('sh', ['-c', cmd], { cwd: release, maxBuffer: 1 << 28 });
      store.load(stdout, { format: FORMATS[format] ?? '', to_graph_name: oxigraph.namedNode(graph) });
    }
    expect(quadsOf(store)).toEqual(expected);
    const files = /^INPUT_FILES += (.+)$/m.exec(qleverfile)?.[1]?.split(' ') ?? [];
    expect(files.map((file) => inputs.some(({ cmd }) => cmd.endsWith(` ${file}`)))).toEqual(
      inputs.map(() => true),
    );
    // In such a file `$` begins a variable, and a line that begins a word ends the value.
    expect(qleverfile).not.toContain('$');
  });

  it('bulk/fuseki.ttl is Turtle, and serves the union of the graphs of "store"', async () => {
    const configuration = parseTurtle(await text('fuseki.ttl'), 'fuseki.ttl').map(({ predicate, object }) => [
      predicate.value.split('#')[1],
      object.value,
    ]);
    expect(configuration).toContainEqual(['location', 'store']);
    expect(configuration).toContainEqual(['unionDefaultGraph', 'true']);
  });
});

describe('other releases', () => {
  it('of N-Quads name their graphs themselves', async () => {
    const { directory } = await build('quads', { ...BOTH, formats: ['nq'], compression: 'none' });
    expect(await readdir(join(directory, 'bulk'))).not.toContain('graphdb.sh');
    const script = await text('oxigraph.sh', directory);
    expect(script).toContain(`load --location "$store" --file 'data/people.nq'`);
    expect(await text('Qleverfile', directory)).toContain('{"cmd":"cat data/people.nq","format":"nq"}');
  });

  it('with signs in their base that scripts would have to quote have none', () => {
    const facts = (base: string) => smallRelease({ base });
    expect(Object.keys(bulkScripts(facts('https://e.org/x/'), new Set()))).toHaveLength(6);
    for (const base of [
      `https://e.org/'; rm -rf ~ #/`,
      'https://e.org/$(id)/',
      'https://e.org/a;b/',
      'https://e.org/%41/',
    ])
      expect(bulkScripts(facts(base), new Set())).toEqual({});
  });
});

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
