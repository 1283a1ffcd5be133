import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Architecture 2 and 7: the rooms, from the ground up; a room imports from lower levels only. */
const LEVELS = [
  ['base'],
  ['schema', 'rdf'],
  ['services', 'mapping', 'shacl'],
  ['http', 'response-store', 'server', 'output'],
  ['release', 'report', 'synthetic-world'],
  ['records', 'pages'],
  ['harvest', 'consistency', 'mirror', 'views'],
  ['pipeline'],
  ['inspect', 'fleet', 'query'],
  ['triplestore', 'browse'],
  ['cli'],
];
/** Which rooms may import a package; no other package is imported anywhere. */
const PACKAGES: Record<string, readonly string[]> = {
  leven: ['base'],
  zod: ['schema', 'records', 'release', 'cli'],
  entities: ['schema'],
  n3: ['rdf'],
  '@rdfjs/data-model': ['rdf', 'views'],
  jsonld: ['rdf'],
  '@rdfjs/types': [
    'rdf',
    'shacl',
    'output',
    'release',
    'views',
    'records',
    'consistency',
    'pipeline',
    'inspect',
    'triplestore',
    'browse',
    'query',
  ], // types only: the common tongue of RDF libraries
  'rdf-validate-shacl': ['shacl'],
  proj4: ['mapping'], // what a grid reference says in degrees is a statement about a place, like any other
  undici: ['http', 'triplestore', 'query'],
  'p-queue': ['http'],
  commander: ['cli'],
  bullmq: ['fleet'],
  ioredis: ['fleet'],
  yaml: ['release', 'cli'],
  'csv-parse/sync': ['cli'],
  'hono/html': ['pages', 'browse'],
  hono: ['browse'],
  'hono/jsx': ['pages', 'browse'],
  'hono/body-limit': ['browse'],
  'hono/cookie': ['browse'],
  '@hono/node-server': ['browse'],
  'node-sqlite3-wasm': ['output', 'browse'],
  oxigraph: ['query'],
};
/** IRIs outside rdf/iris.ts, each with its reason. */
const IRIS: Record<string, string> = {
  'shacl/terms.ts http://www.w3.org': 'the words of the shapes themselves, which no dump holds',
};

const SRC = fileURLToPath(new URL('../src/', import.meta.url));
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
const code = new Map(
  files.map((file) => [
    file,
    readFileSync(join(SRC, file), 'utf8').replace(/(^|\s)(\/\*[\s\S]*?\*\/|\/\/.*)/g, '$1'),
  ]),
);
const roomOf = (file: string): string => file.split('/')[0] ?? '';
const levelOf = (room: string): number => LEVELS.findIndex((rooms) => rooms.includes(room));
const imports = [...code].flatMap(([file, text]) =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) => ({ file, target })),
);
const found = (pattern: RegExp, where: (file: string) => boolean): string[] =>
  [...code].flatMap(([file, text]) =>
    where(file) ? [...text.matchAll(pattern)].map(([match]) => `${file} ${match}`) : [],
  );

describe('the rooms', () => {
  it('are those of the architecture', () => {
    expect(files.filter((file) => levelOf(roomOf(file)) < 0)).toEqual([]);
    expect(imports.length).toBeGreaterThan(300);
  });

  it('import from lower levels only, never sideways, never up', () => {
    const local = imports.filter(({ target }) => target.startsWith('.'));
    const wrong = local.filter(({ file, target }) => {
      const [from, to] = [roomOf(file), roomOf(relative(SRC, join(SRC, dirname(file), target)))];
      return from !== to && levelOf(to) >= levelOf(from);
    });
    expect(wrong).toEqual([]);
  });

  it('import no package but their own', () => {
    const foreign = imports.filter(({ target }) => !/^(\.|node:)/.test(target));
    expect(foreign.filter(({ file, target }) => !PACKAGES[target]?.includes(roomOf(file)))).toEqual([]);
  });

  it('keep the server apart from everything whose mistakes it could share', () => {
    const server = imports.filter(({ file }) => roomOf(file) === 'server');
    expect(server.filter(({ target }) => /\/(http|mapping|rdf)\//.test(target))).toEqual([]);
  });

  it('leave process, console, clock and chance to the command line', () => {
    const outside =
      /\b(process[.[]|node:process|console\.|Date\.now\b|Math\.random\b|new Date\(\)|performance\.now)/g;
    // The lock asks the system whether the process that holds it still lives; nobody can tell it beforehand.
    // The stopwatch says how long something took, and nobody what time it is.
    const asks = new Set(['response-store/lock.ts', 'base/stopwatch.ts']);
    const asked = found(outside, (file) => roomOf(file) !== 'cli' && !asks.has(file));
    expect(asked).toEqual([]);
  });

  it('spell IRIs in rdf/iris.ts only; loopback addresses are not IRIs of anything', () => {
    const spelt = found(/https?:\/\/(?!127\.)[\w.-]+/g, (file) => file !== 'rdf/iris.ts');
    expect(spelt.filter((one) => !(one in IRIS))).toEqual([]);
  });

  it('hold no drawer for odds and ends, and no barrel', () => {
    const drawers = /^(utils?|helpers?|types?|commons?|index|misc)\.tsx?$/;
    expect(files.filter((file) => drawers.test(basename(file)))).toEqual([]);
  });
});
