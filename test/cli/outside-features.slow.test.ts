import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTable } from '../release/tables/read-csv.js';
import { ending, run, type Served, serve, start } from '../support/cli.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** docs/features.md: a feature of an operator, in a folder outside of the clone, does all that the page says. */

const PAGE = new URL('../../docs/features.md', import.meta.url);

let folder: string;
let services: Served;

beforeAll(async () => {
  folder = await makeFolder();
  services = await serve();
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(await readFile(PAGE, 'utf8')) ?? [];
  expect(code.trim().split('\n').length).toBeLessThan(60);
  await writeFile(join(folder, 'untranscribed.js'), code);
  await configure('config.yaml', './untranscribed.js');
  expect(await command('export', '--workers', '2')).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await services.stop();
  await removeFolder(folder);
});

const configure = (file: string, feature: string) =>
  writeFile(
    join(folder, file),
    `services:
  archive: { url: ${services.archive}, key: { env: KEY } }
  placenames: { url: ${services.placenames}, key: { env: KEY } }
features: ['${feature}']
store: ${join(folder, 'store')}
out: ${join(folder, 'out')}
`,
  );

const command = (name: string, ...args: readonly string[]) =>
  runWarm([name, '-c', join(folder, 'config.yaml'), ...args], { KEY: services.keys.public });

test('its table is a file of the release, of the rows that are published', async () => {
  const text = await readFile(join(folder, 'out/latest/derived/untranscribed.csv'), 'utf8');
  const [header, ...rows] = text.trim().split(/\r?\n/);
  expect(header).toBe('county,stories,without_transcript');
  const counts = rows.map((row) => row.split(',').slice(1).map(Number));
  for (const [stories = 0, without = 0] of counts) expect(without).toBeLessThanOrEqual(stories);
  for (const file of ['manifest.json', 'SHA256SUMS', 'LICENCES.md'])
    expect(await readFile(join(folder, 'out/latest', file), 'utf8')).toContain('derived/untranscribed.csv');
  expect((await command('verify', join(folder, 'out/latest'))).code).toBe(0);
});

test('its table is described in English and Irish, beside its file and among all tables', async () => {
  const derived = join(folder, 'out/latest/derived');
  const read = async (file: string) => JSON.parse(await readFile(join(derived, file), 'utf8'));
  const own = await read('untranscribed.csv-metadata.json');
  const { tables } = await read('csv-metadata.json');
  const [listed] = tables.filter(({ url }: { url: string }) => url === 'untranscribed.csv');
  for (const table of [own, listed])
    expect(table).toMatchObject({
      'dc:title': [
        { '@value': 'Stories without a transcript', '@language': 'en' },
        { '@value': 'Scéalta gan tras-scríobh', '@language': 'ga' },
      ],
      tableSchema: {
        columns: [
          { name: 'county', datatype: 'string' },
          { name: 'stories', datatype: 'integer' },
          { name: 'without_transcript', datatype: 'integer' },
        ],
      },
    });
  expect(own['dc:license']).toEqual({ '@id': 'https://creativecommons.org/licenses/by-nc/4.0/' });
  expect(await readFile(join(derived, 'pandas.json'), 'utf8')).toContain('untranscribed.csv');
});

/** Serves the pages of a release, without the configuration that names the feature. */
async function browsing(release: string, look: (get: (path: string) => Promise<string>) => Promise<void>) {
  const child = start(['browse', release, '--port', '0']);
  const ended = ending(child);
  try {
    if (child.stdout === null) throw new Error('browse has no standard output');
    const [line] = await once(child.stdout, 'data');
    const { url } = JSON.parse(String(line));
    await look(async (path) => (await fetch(new URL(path, url))).text());
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

test('its table is at /tables of `browse`, as a page and as JSON', async () => {
  const [, ...rows] = (await readFile(join(folder, 'out/latest/derived/untranscribed.csv'), 'utf8'))
    .trim()
    .split(/\r?\n/);
  await browsing(join(folder, 'out/latest'), async (get) => {
    expect(await get('/tables')).toContain(
      '<a href="/tables/untranscribed">Stories without a transcript</a>',
    );
    expect(await get('/tables/untranscribed')).toContain('<h1>Stories without a transcript</h1>');
    const answer = JSON.parse(await get('/tables/untranscribed.json?_shape=arrays'));
    expect(answer.rows.map((row: unknown[]) => row.join(','))).toEqual(rows);
    expect(answer.rows[0]).toEqual([expect.any(String), expect.any(Number), expect.any(Number)]);
    expect(Object.keys(JSON.parse(await get('/tables/openapi.json')).paths)).toContain(
      '/tables/untranscribed.json',
    );
  });
});

test('another version of the module makes another release, the same one none', async () => {
  expect((await command('build')).stdout).toContain('Nothing has changed since the release');
  const file = join(folder, 'untranscribed.js');
  const code = await readFile(file, 'utf8');
  await writeFile(file, `${code}\n// changed\n`);
  // A process imports a module once.
  const ended = await run(['build', '-c', join(folder, 'config.yaml')], { KEY: services.keys.public });
  expect(ended.stdout).toContain('Report as a page');
  await writeFile(file, code);
});

test('`features` lists it, and `doctor` has its check', async () => {
  expect((await command('features')).stdout).toMatch(
    /^untranscribed +stories of which no transcript exists, by county$/m,
  );
  expect((await command('doctor')).stdout).toContain('stories without a transcript are counted');
});

describe('the command of the page', () => {
  const name = 'with-command.mjs';
  beforeAll(async () => {
    const [, feature = '', commands = ''] =
      /```js\n([\s\S]*?)```[\s\S]*?```js\n([\s\S]*?)```/.exec(await readFile(PAGE, 'utf8')) ?? [];
    const member = feature.replace("name: 'untranscribed',", '$& commands,');
    await mkdir(join(folder, 'node_modules'));
    // As `npm install commander` beside the module.
    const commander = fileURLToPath(new URL('../../node_modules/commander', import.meta.url));
    await symlink(commander, join(folder, 'node_modules/commander'));
    await writeFile(join(folder, name), `${commands}\n${member}`);
    await configure('command.yaml', `./${name}`);
  });
  const config = () => join(folder, 'command.yaml');

  test('prints the table of the newest release in the folder `out` of the configuration', async () => {
    const { code, stdout, stderr } = await runWarm(['untranscribed', '-c', config()]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(await readFile(join(folder, 'out/latest/derived/untranscribed.csv'), 'utf8'));
  });

  test('takes the configuration that FOLKLORE_LD_CONFIG names', async () => {
    const { code, stdout } = await runWarm(['untranscribed'], { FOLKLORE_LD_CONFIG: config() });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^county,/)]);
  });

  test('ends with 2 and the reason where the configuration is wrong, as a command of the program does', async () => {
    await writeFile(join(folder, 'misspelt.yaml'), `${await readFile(config(), 'utf8')}oud: x\n`);
    const { code, stderr } = await runWarm(['untranscribed', '-c', join(folder, 'misspelt.yaml')]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/misspelt\.yaml is not valid:[\s\S]*oud/)]);
  });
});

test('its page is in a site that is written as files', async () => {
  const site = join(folder, 'site');
  const ended = await command(
    'browse',
    join(folder, 'out/latest'),
    '--out',
    site,
    '--no-files',
    '--kinds',
    'topic',
  );
  expect(ended.code, ended.stderr).toBe(0);
  const page = await readFile(join(site, 'untranscribed.html'), 'utf8');
  expect(page).toContain('<h1>Stories without a transcript</h1>');
  expect(await readFile(join(site, 'ga/untranscribed.html'), 'utf8')).toContain('lang="ga"');
});

describe('a module that is no feature of this program is refused with its name and the reason: 2', () => {
  const FEATURE = "{ name: 'x', version: 1, purpose: 'x'";
  test.each([
    ['that is not there', undefined, /none\.js.*no such file/i],
    ['that throws', "throw new Error('broken')", /broken/],
    ['that exports nothing', 'export {}', /exports no object/],
    ['for another version', `export const feature = ${FEATURE.replace('1', '2')} }`, /version 2 .* has 1/],
    [
      'with an unknown member',
      `export const feature = ${FEATURE}, command: {} }`,
      /unknown member `command`/,
    ],
    [
      'with a command without a description',
      `export const feature = ${FEATURE}, commands: { x: { load: () => 1 } } }`,
      /`commands` is not an object of commands/,
    ],
    ['without a name', 'export const feature = { version: 1 }', /no `name`/],
    [
      'with the command of another',
      `export const feature = ${FEATURE}, commands: { build: { description: 'x', load: () => 1 } } }`,
      /command build, which is there/,
    ],
    [
      'with the setting of another',
      `export const feature = ${FEATURE}, settings: async () => ({ shape: { out: 1 }, example: '' }) }`,
      /setting out, which is there/,
    ],
  ])('%s', async (_, code, reason) => {
    const name = code === undefined ? 'none.js' : `${reason.source.replace(/\W+/g, '-')}.js`;
    await mkdir(join(folder, 'wrong'), { recursive: true });
    if (code !== undefined) await writeFile(join(folder, 'wrong', name), code);
    await configure('wrong.yaml', `./wrong/${name}`);
    const ended = await runWarm(['doctor', '-c', join(folder, 'wrong.yaml')], { KEY: services.keys.public });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(reason);
  });
});

describe('a member that nothing calls is refused wherever it stands, with the name of the feature and the known members: 2', () => {
  test.each([
    [
      'of what `build` returns',
      'build: async () => ({ settings: [], record: async () => ({ records: [] }) })',
      /feature x .*unknown member `build\(\)\.record`; known are settings, records,/,
    ],
    [
      'of the files of rows',
      'build: async () => ({ settings: [], rowFiles: { jobs: () => [], writes: async () => [] } })',
      /feature x .*unknown member `build\(\)\.rowFiles\.writes`; known are jobs, write\b/,
    ],
    [
      'of what `aroundBuild` returns',
      'aroundBuild: async () => ({ release: async () => "done" })',
      /feature x .*unknown member `aroundBuild\(\)\.release`; known are check, released\b/,
    ],
    [
      'of another form',
      'build: async () => ({ settings: [], pages: [] })',
      /feature x .*member `build\(\)\.pages` is not a function/,
    ],
  ])('%s', async (_, members, reason) => {
    const name = `nested-${reason.source.replace(/\W+/g, '-')}`;
    const code = `export const feature = { name: 'x', version: 1, purpose: 'x', ${members} };`;
    await writeFile(join(folder, `${name}.mjs`), code);
    await configure(`${name}.yaml`, `./${name}.mjs`);
    const args = ['build', '-c', join(folder, `${name}.yaml`), '--release', name];
    const ended = await runWarm(args, { KEY: services.keys.public });
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(reason)]);
    expect(existsSync(join(folder, 'out', name))).toBe(false);
  });
});

test('a check that throws is a failed check, which names the feature', async () => {
  const code = "export const feature = { name: 'x', version: 1, purpose: 'x', checks: { x: () => nope } }";
  await writeFile(join(folder, 'nope.mjs'), code);
  await configure('nope.yaml', './nope.mjs');
  const args = ['doctor', '-c', join(folder, 'nope.yaml')];
  const { code: exitCode, stdout } = await runWarm(args, { KEY: services.keys.public });
  expect(exitCode).toBe(2);
  expect(stdout).toContain('✗ the check x of the feature x has failed: nope is not defined');
});

test.each([
  ['a column that is not there', "cell('omission')", "cell('omision')", /table items has no column omision/],
  ['a table that is not there', "rows('items')", "rows('itemz')", /there is no table itemz/],
  ['a row with too few cells', '[county, ...counts]', '[county]', /has 1 cells, and there are 3 columns/],
  ['another publication', "'folklore'", "'folk'", /no publication .*folk/],
  ['a table that is not awaited', 'await release.writeTable', 'release.writeTable', /is no list of files/],
  ['a table of the release', "writeTable('untranscribed'", "writeTable('items'", /has a table items already/],
])('%s is an error of the feature, not a wrong table', async (_, right, wrong, message) => {
  const code = await readFile(join(folder, 'untranscribed.js'), 'utf8');
  expect(code).toContain(right);
  const name = `wrong-${message.source.replace(/\W+/g, '-')}.mjs`;
  await writeFile(join(folder, name), code.replace(right, wrong));
  await configure('wrong-table.yaml', `./${name}`);
  const args = ['build', '-c', join(folder, 'wrong-table.yaml'), '--release', 'wrong'];
  const ended = await runWarm(args, { KEY: services.keys.public });
  expect([ended.code, ended.stderr]).toEqual([1, expect.stringMatching(message)]);
  expect(ended.stderr).toContain('The feature untranscribed has failed');
});

test('one that throws while files are made ends the build, and no release is left', async () => {
  const code = await readFile(join(folder, 'untranscribed.js'), 'utf8');
  await writeFile(
    join(folder, 'broken.js'),
    code.replace('const transcribed = new Set();', "throw new Error('my table');"),
  );
  await configure('broken.yaml', './broken.js');
  const args = ['build', '-c', join(folder, 'broken.yaml'), '--release', 'broken'];
  const ended = await runWarm(args, { KEY: services.keys.public });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('The feature untranscribed has failed while writing table: my table.');
  expect(ended.stdout).not.toContain('Report as a page');
});

describe('a feature with rows of each record', () => {
  const ROW = `{
    file: 'titles.txt',
    publication: 'folklore',
    takes: ({ type }) => [type].flat().includes('Item'),
    format: () => ({
      mediaType: 'text/plain', head: 'IRIs\\n', between: '\\n', foot: '\\n',
      rows: ({ id }) => [{ id }],
      text: ({ id }) => id,
    }),
  }`;
  const built = async (name: string, row: string, ...more: readonly string[]) => {
    const build = `async () => ({ settings: [], derived: [${row}] })`;
    const code = `export const feature = { name: 'titles', version: 1, purpose: 'x', build: ${build} }`;
    await writeFile(join(folder, `${name}.mjs`), code);
    await configure(`${name}.yaml`, `./${name}.mjs`);
    const args = ['build', '-c', join(folder, `${name}.yaml`), '--release', name, ...more];
    return run(args, { KEY: services.keys.public });
  };

  test('has its file in the release, with the records in the order of the tables', async () => {
    expect(await built('titles', ROW, '--workers', '2')).toMatchObject({ code: 0 });
    const release = join(folder, 'out/titles');
    const [, ...iris] = (await readFile(join(release, 'derived/titles.txt'), 'utf8')).trim().split('\n');
    const items = readTable(await readFile(join(release, 'derived/items.csv'), 'utf8'));
    expect(iris.length).toBeGreaterThan(5);
    expect(iris).toEqual(items.filter(({ omission }) => omission === undefined).map(({ iri }) => iri));
    expect((await command('verify', release)).code).toBe(0);
  });

  test('has the same file when parts are mapped apart and merged', async () => {
    const spool = ['--spool', join(folder, 'spool')];
    for (const part of ['1/2', '2/2'])
      expect(await built('merged', ROW, ...spool, '--shard', part)).toMatchObject({ code: 0 });
    expect(await built('merged', ROW, ...spool, '--merge')).toMatchObject({ code: 0 });
    const text = (release: string) => readFile(join(folder, 'out', release, 'derived/titles.txt'), 'utf8');
    expect(await text('merged')).toBe(await text('titles'));
  });

  test.each([
    [
      'while a record is mapped',
      'rows: ({ id }) => [{ id }]',
      /failed while making rows of titles\.txt: mine/,
    ],
    ['while its file is written', 'text: ({ id }) => id', /failed while writing titles\.txt: mine/],
  ])('is named in the error when it throws %s', async (_, right, message) => {
    const wrong = ROW.replace(right, `${right.split(':')[0]}: () => { throw new Error('mine'); }`);
    const ended = await built(`throws-${right.slice(0, 4)}`, wrong, '--workers', '2');
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringMatching(message)]);
  });
});

test('a table and its columns may be called as words of SQL, or as tables of the index', async () => {
  const write =
    "release.writeTable('search', 'folklore', ['group', 'order'], [['b', 10], ['a', 9], ['a', '']])";
  await writeFile(
    join(folder, 'words.mjs'),
    `export const feature = { name: 'words', version: 1, purpose: 'words', build: async () => ({ settings: [],
      rowFiles: { jobs: () => [{ name: 'x', cost: 0 }], write: async (job, plan, release) => [await ${write}] } }) };`,
  );
  await configure('words.yaml', './words.mjs');
  const args = ['build', '-c', join(folder, 'words.yaml'), '--release', 'words'];
  const ended = await runWarm(args, { KEY: services.keys.public });
  expect(ended.code, ended.stderr).toBe(0);
  await browsing(join(folder, 'out/words'), async (get) => {
    const rows = async (query: string) => JSON.parse(await get(`/tables/search.json?${query}`));
    // As numbers, 9 is less than 10.
    const sorted = [
      { group: 'a', order: 9 },
      { group: 'b', order: 10 },
      { group: 'a', order: null },
    ];
    expect(await rows('_sort=order&_shape=array')).toEqual(sorted);
    const { rows: first, next } = await rows('_sort=order&_size=1');
    const rest = await rows(`_sort=order&_next=${next}`);
    expect([...first, ...rest.rows]).toEqual(sorted);
    expect(await rows('order__gt=9&_shape=arrayfirst')).toEqual(['b']);
    const { count, facet_results: facets } = await rows('group=a&_extra=count&_facet=group');
    expect([count, facets.results.group.results]).toMatchObject([2, [{ value: 'a', count: 2 }]]);
    expect(await get('/tables/search?_sort_desc=order&_facet=group&group=a')).toMatch(
      /class="total"[^>]*>2 /,
    );
    // The search of the pages is as it was.
    expect(await get('/search?q=snow')).toContain('<h1');
  });
});

describe('the reader of `features` reads what the command reads', () => {
  const listed = async (args: readonly string[]) => {
    const { code, stdout, stderr } = await runWarm(['features', ...args]);
    expect(code, stderr).toBe(0);
    return /^untranscribed /m.test(stdout);
  };
  const file = (name: string) => join(folder, name);

  test.each([
    ['a quoted key', "'features': [./untranscribed.js]\n"],
    ['a key in double quotes', '"features" : [./untranscribed.js]\n'],
    ['JSON', '{"out": "x", "features": ["./untranscribed.js"]}'],
    ['braces', '{ features: [./untranscribed.js] }\n'],
  ])('%s', async (name, text) => {
    await writeFile(file(`${name}.yaml`), text);
    expect(await listed(['-c', file(`${name}.yaml`)])).toBe(true);
  });

  test('an option in each form; the last of two', async () => {
    await writeFile(file('plain.yaml'), 'features: []\n');
    for (const args of [
      [`-c${file('config.yaml')}`],
      [`--config=${file('config.yaml')}`],
      ['-qc', file('config.yaml')],
      ['-c', file('plain.yaml'), '-c', file('config.yaml')],
    ])
      expect(await listed(args), args.join(' ')).toBe(true);
    expect(await listed(['-c', file('config.yaml'), '-c', file('plain.yaml')])).toBe(false);
  });
});

describe('a feature cannot replace what is there', () => {
  const feature = (name: string, members = '') =>
    `export const feature = { name: '${name}', version: 1, purpose: 'x', ${members} };`;

  test('what it adds to the plan stands under its own name', async () => {
    const plan = "plan: async () => ({ label: 'renamed', base: 'https://other.test/', isLatest: false })";
    const write = `build: async () => ({ settings: [], rowFiles: { jobs: () => [{ name: 'x', cost: 0 }],
      write: async (job, plan, release) => [await release.writeTable('planner', 'folklore', ['base'], [[plan.additions.planner.base]])] } })`;
    await writeFile(join(folder, 'planner.mjs'), feature('planner', `${plan}, ${write}`));
    await configure('planner.yaml', './planner.mjs');
    const args = ['build', '-c', join(folder, 'planner.yaml'), '--release', 'mine'];
    const ended = await runWarm(args, { KEY: services.keys.public });
    expect(ended.code, ended.stderr).toBe(0);
    const { base } = JSON.parse(await readFile(join(folder, 'out/mine/manifest.json'), 'utf8'));
    expect(base).toBe('https://data.example.org/folklore/');
    expect(await readFile(join(folder, 'out/mine/derived/planner.csv'), 'utf8')).toMatch(
      /^base\r?\nhttps:\/\/other\.test\//,
    );
  });

  test.each([
    ['the name of a feature of the program', feature('links'), ['doctor'], /another feature is called links/],
    [
      'an option of the command',
      `import { Option } from '${new URL('../../node_modules/commander/esm.mjs', import.meta.url).href}';\n` +
        feature('x', "extensions: { doctor: async () => ({ options: [new Option('--out <x>', 'x')] }) }"),
      ['doctor'],
      /The feature x has the option --out <x>, which doctor has already|conflicting flag/,
    ],
    [
      'a file of the release',
      feature('x', "build: async () => ({ settings: [], derived: [{ file: 'items.csv' }] })"),
      ['build', '--release', 'taken'],
      /The feature x has the file derived\/items\.csv, which is there already/,
    ],
    [
      'a static file of the release',
      feature(
        'x',
        "build: async () => ({ settings: [], staticFiles: () => ({ 'context.jsonld': new URL(import.meta.url) }) })",
      ),
      ['build', '--release', 'taken'],
      /has the file context\.jsonld, which is there already/,
    ],
  ])('%s: refused', async (name, code, args, message) => {
    const file = name.replace(/\W/g, '-');
    await writeFile(join(folder, `${file}.mjs`), code);
    await configure(`${file}.yaml`, `./${file}.mjs`);
    const ended = await runWarm([...args, '-c', join(folder, `${file}.yaml`)], { KEY: services.keys.public });
    expect(ended.stderr).toMatch(message);
    expect([1, 2]).toContain(ended.code);
    expect(existsSync(join(folder, 'out/taken'))).toBe(false);
  });

  test('two modules of one name: refused', async () => {
    await writeFile(join(folder, 'twin.mjs'), feature('twin'));
    await configure('twins.yaml', "./twin.mjs', './twin.mjs");
    const ended = await runWarm(['features', '-c', join(folder, 'twins.yaml')]);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(/another feature is called twin/)]);
  });
});

describe('a feature that hangs, or ends the process, costs only itself', () => {
  const configured = async (name: string, code: string) => {
    await writeFile(join(folder, `${name}.mjs`), code);
    await configure(`${name}.yaml`, `./${name}.mjs`);
    return join(folder, `${name}.yaml`);
  };
  const KEY = () => ({ KEY: services.keys.public });
  const with_ = (members: string) =>
    `export const feature = { name: 'x', version: 1, purpose: 'x', ${members} };`;

  test('an import and a check that never end have 30 s', async () => {
    const [importing, checking] = await Promise.all([
      configured('hangs', 'await new Promise(() => {});').then((config) =>
        run(['doctor', '-c', config], KEY()),
      ),
      configured(
        'check-hangs',
        with_('checks: { stuck: () => new Promise(() => setInterval(() => {}, 1000)) }'),
      ).then((config) => run(['doctor', '-c', config], KEY())),
    ]);
    expect([importing.code, importing.stderr]).toEqual([
      2,
      expect.stringMatching(/hangs\.mjs has not ended its import in 30 seconds/),
    ]);
    expect(checking.code).toBe(2);
    expect(checking.stdout).toContain('✗ The feature x has not ended checks.stuck in 30 seconds.');
    expect(checking.stdout).toContain('✓ the archive service answers');
  });

  test('`process.exit` in an import and in a check', async () => {
    const importing = await run(['doctor', '-c', await configured('exits', 'process.exit(0);')], KEY());
    expect([importing.code, importing.stderr]).toEqual([
      2,
      expect.stringMatching(/exits\.mjs .*process\.exit/),
    ]);
    const checking = await run(
      ['doctor', '-c', await configured('check-exits', with_('checks: { out: () => process.exit(0) }'))],
      KEY(),
    );
    expect(checking.code).toBe(2);
    expect(checking.stdout).toMatch(/✗ .*feature x has failed: it has called process\.exit/);
    expect(checking.stdout).toContain('✓ the archive service answers');
  });

  const ROW = `{ file: 'x.txt', publication: 'folklore', takes: () => true, format: () => ({
    mediaType: 'text/plain', head: '', between: '', foot: '', rows: () => process.exit(0), text: () => '' }) }`;
  test.each([
    [
      'a plan',
      'plan: async () => process.exit(0)',
      '1',
      /The feature x has failed in plan: it has called process\.exit/,
    ],
    [
      'a file',
      'build: async () => ({ settings: [], rowFiles: { jobs: () => [{ name: "x", cost: 0 }], write: async () => process.exit(0) } })',
      '1',
      /The feature x has failed while .*process\.exit/,
    ],
    [
      'a row',
      `build: async () => ({ settings: [], derived: [${ROW}] })`,
      '1',
      /has not come to its end|feature x has failed/,
    ],
    [
      'a row in a thread',
      `build: async () => ({ settings: [], derived: [${ROW}] })`,
      '2',
      /thread|process\.exit/,
    ],
  ])('`process.exit(0)` in %s of a build: 1, and no release', async (name, members, workers, message) => {
    const config = await configured(`exit-${name.replaceAll(' ', '-')}`, with_(members));
    const args = ['build', '-c', config, '--release', 'exited', '--workers', workers];
    const ended = await run(args, KEY());
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(existsSync(join(folder, 'out/exited'))).toBe(false);
  });

  test('a promise that is never settled in a command of its own is not an exit without a word', async () => {
    const code = with_(
      "commands: { stuck: { description: 'x', load: async () => ({ command: { options: [], help: () => '', run: () => new Promise(() => {}) } }) } }",
    );
    const config = await configured('command-hangs', code);
    const ended = await run(['stuck'], { FOLKLORE_LD_CONFIG: config });
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringMatching(/waits for what never comes/)]);
  });

  test('an error when the run has ended is a warning', async () => {
    const config = await configured('ended', with_("ended: async () => { throw new Error('mine') }"));
    const ended = await runWarm(['build', '-c', config, '--release', 'ended'], KEY());
    expect([ended.code, ended.stderr]).toEqual([0, expect.stringMatching(/warning.*feature x .*mine/s)]);
  });

  test('a page that throws is left out of a site with the links to the page: 5', async () => {
    const pages = `adds: { linksOfRecord: async () => () => { throw new Error('no links') }, pages: () => [{
      path: '/broken', files: {}, link: { in: 'foot', text: 'Broken' },
      answer: async (c, { show }) => { throw new Error('my page') } }, {
      path: '/sound', files: {}, link: { in: 'foot', text: 'Sound' },
      answer: async (c, { show }) => show('Sound', ['sound']) }] }`;
    const config = await configured('broken-page', with_(pages));
    const site = join(folder, 'site-without');
    const args = [
      'browse',
      join(folder, 'out/latest'),
      '-c',
      config,
      '--out',
      site,
      '--no-files',
      '--kinds',
      'topic',
    ];
    const ended = await runWarm(args, KEY());
    expect([ended.code, ended.stderr]).toEqual([
      5,
      expect.stringMatching(/\/broken is left out of the site: .*feature x.*my page/),
    ]);
    const start = await readFile(join(site, 'index.html'), 'utf8');
    expect(start).toContain('Sound');
    expect(start).not.toContain('Broken');
    expect(await readFile(join(site, 'sound.html'), 'utf8')).toContain('<h1>Sound</h1>');
    expect(existsSync(join(site, 'broken.html'))).toBe(false);
  });
});
