import { readFile } from 'node:fs/promises';
import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { exampleConfig } from '../../src/cli/commands/init.js';
import { SETTING_OPTIONS, schemaWith } from '../../src/cli/config/settings.js';
import { FEATURES } from '../../src/features/index.js';

/** The JSON Schema of the configuration, for editors; its descriptions are those of the options. */
const schemaText = async (): Promise<string> => {
  const schema = z.toJSONSchema(await schemaWith(FEATURES), {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // What is read before it is checked has several forms.
      if (zodSchema instanceof z.ZodPipe && zodSchema.def.in instanceof z.ZodTransform)
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      const option = SETTING_OPTIONS.get(zodSchema);
      if (option !== undefined) jsonSchema.description = option.description;
    },
  });
  return `${JSON.stringify({ title: 'Configuration of folklore-ld', ...schema }, undefined, 2)}\n`;
};

const FILE = '../../folklore-ld.config.schema.json';
const ID = 'https://test.example/config';

test('folklore-ld.config.schema.json is fresh; `npm run docs` makes it anew', async () => {
  await expect(await schemaText()).toMatchFileSnapshot(FILE);
});

test('folklore-ld.config.yaml is fresh; `npm run docs` makes it anew', async () => {
  await expect(await exampleConfig(FEATURES)).toMatchFileSnapshot('../../folklore-ld.config.yaml');
});

describe('the schema of the configuration', () => {
  const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  beforeAll(async () => {
    registerSchema(JSON.parse(await read('folklore-ld.config.schema.json')), ID);
  });
  afterAll(() => unregisterSchema(ID));
  const isValid = async (document: unknown): Promise<boolean> =>
    (await validate(ID, document as never)).valid;

  const FILES = ['folklore-ld.config.yaml', 'profiles/duchas-logainm.yaml'];

  it.each(FILES)('accepts %s, which names the schema in its first line', async (file) => {
    const text = await read(file);
    expect(await isValid(parse(text))).toBe(true);
    const [, reference = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
    expect(new URL(reference, `https://package.example/${file}`).pathname).toBe(
      '/folklore-ld.config.schema.json',
    );
  });

  it('is in the package', async () => {
    expect(JSON.parse(await read('package.json')).files).toContain('folklore-ld.config.schema.json');
  });

  it.each([
    ['an unknown key', { kindz: ['people'] }],
    ['an unknown kind', { kinds: ['plaecs'] }],
    ['a format that is not written', { formats: ['xml'] }],
    ['a wrong type', { pace: { concurrency: 'two' } }],
    ['a key in place of its source', { services: { archive: { key: 'secret' } } }],
    ['a base without https', { base: 'http://example.org/' }],
    ['a base without a slash at its end', { base: 'https://example.org/x' }],
  ])('refuses %s', async (_, change) => {
    const example = parse(await read('folklore-ld.config.yaml'));
    expect(await isValid({ ...example, ...change })).toBe(false);
  });

  it.each([
    ['a duration as a number', { harvest: { timeout: 90 } }],
    ['a duration as a text', { harvest: { timeout: '2h' } }],
    ['a limit of rejected records', { maxRejected: '2%' }],
    ['metrics and a notification', { metrics: '/x.prom', notify: { env: 'HOOK' } }],
  ])('accepts %s', async (_, change) => {
    const example = parse(await read('folklore-ld.config.yaml'));
    expect(await isValid({ ...example, ...change })).toBe(true);
  });
});
