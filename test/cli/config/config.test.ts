import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolkloreError } from '../../../src/base/errors.js';
import { exampleConfig } from '../../../src/cli/commands/init.js';
import { type Config, type ConfigOverrides, readConfig } from '../../../src/cli/config/config.js';
import { readKey } from '../../../src/cli/config/secrets.js';
import { schemaWith } from '../../../src/cli/config/settings.js';
import { FEATURES } from '../../../src/features/index.js';
import { NEUTRAL_ORGANISATIONS } from '../../../src/model/mapping/organisation.js';
import { LINK_NAMES } from '../../../src/model/rdf/links.js';
import { scratch } from '../../support/files.js';

/** A wrong key or value is refused with the path, what was expected and the nearest right name. */

const SCHEMA = await schemaWith(FEATURES);
const SECRET = 'hunter2-is-my-key';

/** The least that must be said. */
const services = (archive = '', placenames = '') => `services:
  archive:
    url: http://127.0.0.1:4010
    key: { env: ARCHIVE_API_KEY }
    gender: irish
${archive}  placenames:
    url: http://127.0.0.1:4011
    key: { env: PLACENAMES_API_KEY }
${placenames}`;

async function configOf(yaml: string, overrides: ConfigOverrides = {}): Promise<Config> {
  const file = join(await scratch(), 'my.yaml');
  await writeFile(file, yaml);
  return readConfig(file, overrides, SCHEMA);
}

/** YAML 1.2.2; the line and the column that a person has to look at. */
const BROKEN: readonly (readonly [what: string, yaml: string, told: string])[] = [
  [
    'a bracket that is not closed',
    'out: [1\nstore: x\n',
    ', line 2, column 1: the line is indented too little: a bracket',
  ],
  ['a setting twice', 'out: a\nout: b\n', ', line 2, column 1: a setting stands twice'],
  ['a tab', 'pace:\n\tconcurrency: 1\n', ', line 2, column 1: a tab stands'],
  ['a quote that is not closed', `out: "${SECRET}\n`, ', line 2, column 1: a character is missing: a quote'],
  ['a second document', 'out: a\n---\nout: b\n', ', line 2, column 1: there is a second document'],
  ['an indent too far', 'out: a\n store: b\n', ', line 1, column 6: a value and a nested setting'],
  ['an alias without an anchor', 'out: *x\n', ': an alias (*) has no anchor'],
];

/** The one error a wrong configuration ends in. */
async function refusal(yaml: string, overrides: ConfigOverrides = {}): Promise<FolkloreError> {
  const thrown: unknown = await configOf(yaml, overrides).then(
    () => new Error('the configuration was taken'),
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof FolkloreError)) throw thrown;
  expect(thrown).toMatchObject({ code: 'CONFIG_INVALID', exitCode: 2, hint: expect.stringMatching(/\w/) });
  return thrown;
}

it.each(BROKEN)('%s is said in words, with line and column, and without the text', async (_, yaml, told) => {
  const { message } = await refusal(yaml);
  expect(message).toContain(`my.yaml is not YAML${told}`);
  expect(message).not.toMatch(/[A-Z]+_[A-Z]+/);
  expect(message).not.toContain(SECRET);
});

describe('the example file', () => {
  it('is valid, and has every setting with its default', async () => {
    const config = await configOf(await exampleConfig(FEATURES));
    expect({ ...(await configOf(services().replace('    gender: irish\n', ''))) }).toEqual(config);
    expect(config).toMatchObject({
      services: {
        archive: { url: 'http://127.0.0.1:4010', gender: 'auto' },
        placenames: { url: 'http://127.0.0.1:4011' },
      },
      kinds: ['manuscripts', 'schools', 'photographs', 'people', 'places'],
      formats: ['ttl', 'nt', 'jsonld'],
      compress: 'gzip',
      base: 'https://data.example.org/folklore/',
      out: 'output',
      store: '.folklore-ld',
      onViolation: 'trim',
      // Who publishes and what is linked is the operator's to say (model 2.4 and preface).
      organisations: NEUTRAL_ORGANISATIONS,
      links: {},
      personsProfile: 'full',
    });
  });

  it('has a line for every key that is accepted, and for every link', async () => {
    const text = await exampleConfig(FEATURES);
    const odd = 'zzzzzzzzzzzzzzzz: 1\n';
    const sections = ['pace', 'harvest', 'release', 'organisations', 'links'].map(
      (name) => `${name}: { zzzzzzzzzzzzzzzz: 1 }\n`,
    );
    const yaml = `${services(`    ${odd}`, `    ${odd}`)}${sections.join('')}${odd}`;
    const { message } = await refusal(yaml);
    const accepted = [...message.matchAll(/accepted are (.*)/g)].flatMap(([, names = '']) =>
      names.split(', '),
    );
    expect(accepted.length).toBeGreaterThan(LINK_NAMES.length + 20);
    for (const key of [...accepted, ...LINK_NAMES])
      expect(text).toMatch(new RegExp(`^\\s*(# )?${key}:`, 'm'));
  });
});

describe('a wrong key', () => {
  it.each([
    ['servises', 'services', 'services:\n  archive: {}\nservises: {}'],
    ['kind', 'kinds', `${services()}kind: [people]`],
    ['pace.concurency', 'concurrency', `${services()}pace: { concurency: 3 }`],
    ['services.archive.gendre', 'gender', services('    gendre: irish\n')],
  ])('%s, meant is %s', async (path, meant, yaml) => {
    const { message } = await refusal(yaml);
    expect(message).toMatch(new RegExp(`^\\s*${path.replaceAll('.', '\\.')}: unknown key.*"${meant}"`, 'm'));
  });

  it('that is like no other gets the list of those accepted', async () => {
    const { message } = await refusal(`${services()}pace: { frogsAndToads: 1 }`);
    expect(message).toMatch(/pace\.frogsAndToads: .*concurrency, perSecond/);
  });
});

describe('a wrong value', () => {
  it.each([
    [
      'kinds: [people, plaecs]',
      /kinds\.1: .*manuscripts, schools, photographs, people, places.*plaecs.*"places"/,
    ],
    ['onViolation: hlat', /onViolation: .*trim, skip, keep, halt.*hlat.*"halt"/],
    ['maxRejected: many', /maxRejected: expected a whole number .*2%.*many/],
    ['pace: { concurrency: 0 }', /pace\.concurrency: .*1.*0/],
    ['pace: 4', /pace: expected .*keys.*4/],
    ['harvest: { timeout: soon }', /harvest\.timeout: expected a duration such as 90s.*"soon"/],
    ['formats: [ttl, ntriples]', /formats\.1: .*ttl, nt, jsonld, nq.*ntriples/],
    ['links: { authority: "javascript:{id}" }', /links\.authority: expected .*\{id\}/],
    ['links: { autority: none }', /links\.autority: unknown key; did you mean "authority"\?/],
    ['organisations: { archive: { name: {} } }', /organisations\.archive\.name: expected a name in ga or en/],
    ['organisations: { archive: { url: "javascript:alert(1)" } }', /organisations\.archive\.url: expected/],
  ])('%s', async (line, message) => {
    expect((await refusal(`${services()}${line}\n`)).message).toMatch(message);
  });

  it.each(['irsh', 'Irish', 'f'])('gender: %s', async (gender) => {
    const { message } = await refusal(services().replace('irish', gender));
    expect(message).toMatch(/services\.archive\.gender: expected .*irish.*english/);
    if (gender === 'irsh') expect(message).toContain('did you mean "irish"');
  });

  it('a missing setting is an error', async () => {
    const nothing = await refusal('out: here');
    expect(nothing.message).toMatch(/services: is missing/);
  });

  it('several errors are reported together', async () => {
    const yaml = `${services().replace('irish', 'dutch')}kinds: [x]\nbase: http://plain.example.org/\nshoes: 9\n`;
    const { message } = await refusal(yaml);
    for (const path of ['services.archive.gender', 'kinds.0', 'base', 'shoes']) {
      expect(message).toMatch(new RegExp(`^ *${path.replaceAll('.', '\\.')}: `, 'm'));
    }
  });
});

it('an operator can configure links, and one publisher in one language', async () => {
  const { links, organisations } = await configOf(`${services()}
links: { authority: none, schoolsPart: "https://archive.example.org/{partID}" }
organisations: { archive: { name: { en: An archive }, url: "https://archive.example.org/" } }`);
  expect(links).toEqual({ schoolsPart: 'https://archive.example.org/{partID}' });
  expect(organisations).toEqual({
    archive: { name: { ga: [], en: ['An archive'] }, url: 'https://archive.example.org/' },
    placenames: NEUTRAL_ORGANISATIONS.placenames,
  });
});

describe.each(['base', 'vocabularyBase'] as const)('%s', (key) => {
  it.each(['https://data.example.org/', 'https://lod.example.org/a/b-c/', 'https://e.org:8443/x/'])(
    '%s',
    async (base) => {
      expect((await configOf(`${services()}${key}: ${base}`))[key]).toBe(base);
    },
  );

  it.each([
    'http://data.example.org/',
    'https://data.example.org',
    'https://data.example.org/x/#',
    'https://data.example.org/?x=/',
    'https:///',
    'https://user:password@data.example.org/',
    'https://data.example.org/a/../',
    'https://data.example.org/%zz/',
  ])('%s is refused: https, ending in /, a lawful beginning of every IRI (model 2.1)', async (base) => {
    const { message } = await refusal(`${services()}${key}: '${base}'`);
    expect(message).toMatch(new RegExp(`${key}: expected .*https.*/`));
  });
});

describe('the URL of a service', () => {
  const withUrl = (url: string) => services().replace('http://127.0.0.1:4010', `'${url}'`);

  it.each(['http://127.0.0.1:4010', 'https://archive.example.org', 'http://localhost:4010'])(
    '%s',
    async (url) => {
      expect((await configOf(withUrl(url))).services.archive.url).toBe(url);
    },
  );

  it.each([
    'ftp://archive.example.org',
    'http://archive.example.org/?x=1',
    'http://archive.example.org/api/v0.6',
    'http://',
    '',
  ])('%j is refused: scheme, host and port', async (url) => {
    expect((await refusal(withUrl(url))).message).toMatch(/services\.archive\.url: /);
  });

  it.each([
    `http://user:${SECRET}@archive.example.org`,
    `http://${SECRET}@archive.example.org`,
    `http://archive.example.org?apiKey=${SECRET}`,
    `http://archive.example.org/#${SECRET}`,
    `ftp://user:${SECRET}@archive.example.org`,
  ])('%s is rejected, and its secret is not printed', async (url) => {
    const inFile = await refusal(withUrl(url));
    const asFlag = await refusal(services(), { 'services.archive.url': url });
    for (const { message, hint } of [inFile, asFlag]) {
      expect(message).toMatch(/services\.archive\.url: /);
      expect(message + hint).not.toContain(SECRET);
    }
  });
});

describe('a key in the file', () => {
  it.each([
    `key: ${SECRET}`,
    `key: { value: ${SECRET} }`,
    `key: { env: ARCHIVE_API_KEY, value: ${SECRET} }`,
    `key: { env: { is: ${SECRET} } }`,
    `key: *${SECRET}`,
    `key: @${SECRET}`,
    `key: { env: ARCHIVE_API_KEY }\n    apiKey: ${SECRET}`,
    `key: { env: ARCHIVE_API_KEY }\n    Key: ${SECRET}`,
    `key: { env: ${SECRET} }`,
  ])('%s is refused without being repeated', async (line) => {
    const { message, hint } = await refusal(services().replace('key: { env: ARCHIVE_API_KEY }', line));
    expect(message + hint).not.toContain(SECRET);
    expect(message).toMatch(/key|YAML/i);
  });
});

describe('secrets of a service in the file', () => {
  it.each([`services:\n  archive: ${SECRET}`, `services: [${SECRET}]`])(
    '%s is refused without being repeated',
    async (yaml) => {
      const { message, hint } = await refusal(yaml);
      expect(message).toMatch(/services\S*: expected a section with keys$/m);
      expect(message + hint).not.toContain(SECRET);
    },
  );
});

describe('a file', () => {
  it('that does not exist is named', () => {
    expect(() => readConfig('/nowhere/my.yaml', {})).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        exitCode: 2,
        message: expect.stringContaining('/nowhere/my.yaml'),
      }),
    );
  });

  it.each(['services: [unclosed', '- a\n- list', 'a sentence', '', 'a: 1\na: 2', '# nothing'])(
    'with %j has no settings',
    async (yaml) => {
      expect((await refusal(yaml)).message).toContain('my.yaml');
    },
  );
});

describe('flags', () => {
  it('win over the file; those not given do not', async () => {
    const overrides = { out: 'elsewhere', store: undefined, 'services.archive.url': 'http://127.0.0.1:9' };
    const config = await configOf(`${services()}out: here\nstore: kept\n`, overrides);
    expect([config.out, config.store]).toEqual(['elsewhere', 'kept']);
    expect(config.services.archive).toMatchObject({ url: 'http://127.0.0.1:9', gender: 'irish' });
    expect(config.services.placenames.url).toBe('http://127.0.0.1:4011');
  });
});

describe('readKey', () => {
  const path = 'services.archive.key';

  it('takes the key from the environment, without white space around it', () => {
    expect(readKey(path, { env: 'MY_KEY' }, { MY_KEY: ` ${SECRET}\n` })).toEqual({
      key: SECRET,
      keyName: 'MY_KEY',
    });
  });

  it('takes the key from a file', async () => {
    const file = join(await scratch(), 'key');
    await writeFile(file, `${SECRET}\n`);
    expect(readKey(path, { file }, {})).toEqual({ key: SECRET, keyName: file });
  });

  it.each([{}, { MY_KEY: '' }, { MY_KEY: '  ' }])('%j: names the missing variable', (environment) => {
    expect(() => readKey(path, { env: 'MY_KEY' }, environment)).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        exitCode: 2,
        message: expect.stringMatching(/services\.archive\.key.*MY_KEY/),
        hint: expect.stringContaining('MY_KEY'),
      }),
    );
  });

  it('names the missing or empty file', async () => {
    const folder = await scratch();
    await writeFile(join(folder, 'empty'), ' \n');
    for (const file of [join(folder, 'empty'), join(folder, 'nowhere')]) {
      expect(() => readKey(path, { file }, {})).toThrow(
        expect.objectContaining({ exitCode: 2, message: expect.stringContaining(file) }),
      );
    }
  });
});
