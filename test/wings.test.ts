import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * The wings of `src` in the order of the pipeline, each with its rooms from the ground up. A wing imports from earlier wings, a
 * room from earlier rooms of its wing. A wing without rooms is one room.
 */
const WINGS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  model: ['endpoints', 'schema', 'rdf', 'mapping', 'records', 'shacl'],
  harvest: ['client', 'store', 'answers', 'crawl'],
  services: ['server', 'images'],
  release: ['dumps', 'tables', 'report', 'description', 'delta'],
  pipeline: ['plan', 'global-index', 'map-records', 'rows', 'consistency', 'shards', 'publish'],
  use: ['inspect'],
  library: [],
  cli: [],
  features: [
    'completion',
    'diff',
    'prune',
    'rollback',
    'deposit',
    'notebook',
    'report-pages',
    'feed',
    'maps',
    'table-formats',
    'data-packages',
    'views',
    'query',
    'browse',
    'finding-aid',
    'tables',
    'ask',
    'news',
    'iiif',
    'linked-art',
    'static-site',
    'reconcile',
    'oai-pmh',
    'isebel',
    'links',
    'stores',
    'monitoring',
    'mirror',
    'generated-world',
    'effective',
    'subjects',
    'faults',
    'index',
  ],
};
/** What a feature does at the command line. */
const COMMAND_LINE =
  /^features\/[\w-]+\/([\w-]*command|[\w-]+-extension|around-build|configured-store|ended)\.ts$/;
/** The files that begin a process or a thread know the list of features. No other file of the core does. */
const BEGINNINGS: ReadonlySet<string> = new Set(['cli/main.ts', 'pipeline/shards/shard-worker.ts']);
/** Folders below rooms that divide several of them in the same way: by service. */
const SERVICES: ReadonlySet<string> = new Set(['archive', 'placenames']);
/** Features that show what a room of the core makes, under its name. */
const SHOWN: ReadonlySet<string> = new Set(['tables']);
/** Which rooms may import a package; no other package is imported anywhere. */
const PACKAGES: Record<string, readonly string[]> = {
  '@orama/stemmers/english': ['features/browse'],
  leven: ['base'],
  parse5: ['features/browse', 'features/static-site'],
  zod: [
    'model/schema',
    'model/records',
    'release/description',
    'features',
    'pipeline/map-records',
    'cli',
    // the tables of reference-data
    'base',
    'model/mapping',
    'release/report',
    'release/tables',
    'pipeline/consistency',
  ],
  entities: ['model/schema', 'features/stores'],
  n3: ['model/rdf'],
  '@rdfjs/data-model': ['model/rdf', 'features/views'],
  jsonld: ['model/rdf'],
  '@rdfjs/types': [
    'model/rdf',
    'model/shacl',
    'release/dumps',
    'release/description',
    'library',
    'features/feed',
    'features/views',
    'pipeline/rows',
    'pipeline/consistency',
    'pipeline/shards',
    'pipeline/publish',
    'use/inspect',
    'features/stores',
    'features/browse',
    'features/iiif',
    'features/oai-pmh',
  ], // types only: the common tongue of RDF libraries
  'rdf-validate-shacl': ['model/shacl'],
  'topojson-client': ['model/mapping'],
  'topojson-specification': ['model/mapping'], // types only
  proj4: ['model/mapping'], // what a grid reference says in degrees is a statement about a place, like any other
  undici: ['harvest/client'], // every request passes the proxies of request-sender.ts
  'p-queue': ['harvest/client'],
  commander: ['cli', 'features'],
  yaml: ['base', 'features/deposit', 'cli'],
  'csv-parse': ['library'],
  'csv-parse/sync': ['cli', 'features/links', 'features/browse'],
  'hono/html': ['features/report-pages', 'features/browse', 'features/links'],
  hono: [
    'services/server',
    'services/images',
    'features/browse',
    'features/static-site',
    'features/reconcile',
    'features/tables',
    'features/oai-pmh',
    'features/links',
  ],
  'hono/router/trie-router': ['features/browse'],
  'hono/utils/accept': ['services/server'],
  'hono/utils/url': ['features/browse'],
  'hono/jsx': ['features/report-pages', 'features/browse', 'features/links'],
  '@hono/node-server': ['services/server', 'features/browse', 'features/reconcile'],
  '@hono/node-server/utils/response': ['services/server'],
  libsql: [
    'base',
    'harvest/store',
    'release/tables',
    'pipeline/rows',
    'features/table-formats',
    'features/browse',
    'features/isebel',
  ],
  'hyparquet-writer': ['features/table-formats'],
  oxigraph: ['features/query'],
};
/** IRIs outside model/rdf/iris.ts, each with its reason. */
const IRIS: Record<string, string> = {
  'model/shacl/terms.ts http://www.w3.org': 'the words of the shapes themselves, which no dump holds',
};

const SRC = fileURLToPath(new URL('../src/', import.meta.url));
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
const code = new Map(
  files.map((file) => [
    file,
    readFileSync(join(SRC, file), 'utf8').replace(/(^|\s)(\/\*[\s\S]*?\*\/|\/\/.*)/g, '$1'),
  ]),
);
const wingOf = (file: string): string => file.split('/')[0] ?? '';
const roomOf = (file: string): string =>
  file === 'features/index.ts'
    ? 'features/index'
    : (WINGS[wingOf(file)] ?? []).length === 0
      ? wingOf(file)
      : file.split('/').slice(0, 2).join('/');
const ROOMS = Object.entries(WINGS).flatMap(([wing, rooms]) =>
  rooms.length === 0 ? [wing] : rooms.map((room) => `${wing}/${room}`),
);
/** The file of `src` that an import leads to, without its suffix. */
const targetOf = (file: string, target: string): string =>
  relative(SRC, join(SRC, dirname(file), target)).replace(/\.js$/, '');
const imports = [...code].flatMap(([file, text]) =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^'\s]+)'/g)].map(([, target = '']) => ({ file, target })),
);
const local = imports.flatMap(({ file, target }) =>
  target.startsWith('.') ? [{ file, target: targetOf(file, target) }] : [],
);
const found = (pattern: RegExp, where: (file: string) => boolean): string[] =>
  [...code].flatMap(([file, text]) =>
    where(file) ? [...text.matchAll(pattern)].map(([match]) => `${file} ${match}`) : [],
  );

describe('the wings', () => {
  it('are those of the pipeline, each with a README of at most 40 lines', () => {
    // The library has its exports in a file of its own.
    expect(files.filter((file) => !ROOMS.includes(roomOf(file)))).toEqual(['index.ts']);
    expect(local.length).toBeGreaterThan(300);
    const lengths = Object.keys(WINGS).map(
      (wing) =>
        readFileSync(join(SRC, wing, 'README.md'), 'utf8')
          .trim()
          .split('\n').length,
    );
    expect(Math.max(...lengths)).toBeLessThanOrEqual(40);
  });

  it('import from earlier wings and rooms only', () => {
    const back = local.filter(({ file, target }) => {
      const [from, to] = [roomOf(file), roomOf(target)];
      if (to === 'features/index' && BEGINNINGS.has(file)) return false;
      // The list of features is the last of all.
      if (file === 'features/index.ts' || file === 'index.ts') return false;
      return from !== to && ROOMS.indexOf(to) >= ROOMS.indexOf(from);
    });
    expect(back).toEqual([]);
  });

  it('have no circle of files', () => {
    const targets = new Map<string, string[]>();
    for (const { file, target } of local) {
      const name = file.replace(/\.tsx?$/, '');
      targets.set(name, [...(targets.get(name) ?? []), target]);
    }
    // A file is done when all that it imports is done. What is never done lies in a circle, or imports one.
    const done = new Set<string>();
    let left = [...code.keys()].map((file) => file.replace(/\.tsx?$/, ''));
    for (let before = -1; before !== done.size; ) {
      before = done.size;
      for (const file of left)
        if ((targets.get(file) ?? []).every((target) => done.has(target))) done.add(file);
      left = left.filter((file) => !done.has(file));
    }
    expect(left).toEqual([]);
  });

  it('have no two folders of one name', () => {
    const folders = new Set(files.flatMap((file) => ancestorsOf(file)));
    const names = [...folders]
      .map((folder) => basename(folder))
      .filter((name) => !SERVICES.has(name) && !SHOWN.has(name));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('import no package but their own', () => {
    const foreign = imports.filter(({ target }) => !/^(\.|node:)/.test(target));
    expect(
      foreign.filter(
        ({ file, target }) => ![roomOf(file), wingOf(file)].some((room) => PACKAGES[target]?.includes(room)),
      ),
    ).toEqual([]);
  });

  it('keep the server apart from everything whose mistakes it could share', () => {
    const server = imports.filter(({ file }) => roomOf(file) === 'services/server');
    expect(server.filter(({ target }) => /\/(client|mapping|rdf)\//.test(target))).toEqual([]);
  });

  it('leave process, console, clock and chance to the command line', () => {
    const outside =
      /\b(process[.[]|node:process|console\.|Date\.now\b|Math\.random\b|new Date\(\)|performance\.now)/g;
    // Another process is asked whether it runs. The stopwatch measures durations, not the time of day. OAI-PMH asks for the time
    // of each answer. The page of use has a line of JavaScript. PATH leads to installed programs, and a server ends with this process, as the process of an engine does.
    const asks = new Set([
      'base/is-alive.ts',
      'base/programs.ts',
      'base/stopwatch.ts',
      'features/browse/use-page.tsx',
      'features/oai-pmh/oai-page.tsx',
      'features/query/engine-child.ts',
      'features/query/installed/engine-server.ts',
    ]);
    const asked = found(
      outside,
      (file) => roomOf(file) !== 'cli' && !asks.has(file) && !COMMAND_LINE.test(file),
    );
    expect(asked).toEqual([]);
  });

  it('spell IRIs in model/rdf/iris.ts, and those of a feature in its folder', () => {
    // Loopback addresses are not IRIs of anything.
    const spelt = found(
      /https?:\/\/(?!127\.)[\w.-]+/g,
      (file) => file !== 'model/rdf/iris.ts' && wingOf(file) !== 'features',
    );
    expect(spelt.filter((one) => !(one in IRIS))).toEqual([]);
  });

  it('hold no drawer for odds and ends, and no barrel', () => {
    const drawers = /^(utils?|helpers?|types?|commons?|index|misc)\.tsx?$/;
    expect(files.filter((file) => drawers.test(basename(file))).sort()).toEqual([
      'features/index.ts',
      'index.ts',
    ]);
  });
});

/** The folders of a file below `src`. */
function ancestorsOf(file: string): string[] {
  const parts = dirname(file).split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}
