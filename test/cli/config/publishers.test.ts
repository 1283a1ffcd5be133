import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../../../src/cli/config/config.js';
import { NEUTRAL_ORGANISATIONS } from '../../../src/model/mapping/organisation.js';
import { LINK_NAMES } from '../../../src/model/rdf/links.js';
import { scratch } from '../../support/files.js';

/** Model 2.4 and preface: who publishes and what is linked is the operator's to say. */

const EXAMPLE = fileURLToPath(new URL('../../../folklore-ld.config.yaml', import.meta.url));
const SERVICES = `services:
  archive: { url: http://127.0.0.1:4010, key: { env: A }, gender: irish }
  placenames: { url: http://127.0.0.1:4011, key: { env: P } }
`;

async function configOf(yaml: string): Promise<Config> {
  const file = join(await scratch(), 'my.yaml');
  await writeFile(file, SERVICES + yaml);
  return readConfig(file, {});
}

describe('without a word', () => {
  it('no publisher is named, and no link is made', async () => {
    const config = await configOf('');
    expect(config.organisations).toEqual(NEUTRAL_ORGANISATIONS);
    expect(config.links).toEqual({});
    expect(config.personsProfile).toBe('full');
  });

  it('the example file has a line for every link, and makes none', () => {
    const config = readConfig(EXAMPLE, {});
    expect(config.links).toEqual({});
    const text = readFileSync(EXAMPLE, 'utf8');
    for (const name of LINK_NAMES) expect(text).toMatch(new RegExp(`^ {2}${name}: `, 'm'));
  });
});

describe('an operator', () => {
  it('can configure a link, or none', async () => {
    const { links } = await configOf(
      'links: { authority: none, schoolsPart: "https://archive.example.org/{partID}" }',
    );
    expect(links).toEqual({ schoolsPart: 'https://archive.example.org/{partID}' });
  });

  it('can name one publisher, in one language', async () => {
    const { organisations } = await configOf(
      'organisations: { archive: { name: { en: An archive }, url: "https://archive.example.org/" } }',
    );
    expect(organisations).toEqual({
      archive: { name: { ga: [], en: ['An archive'] }, url: 'https://archive.example.org/' },
      placenames: NEUTRAL_ORGANISATIONS.placenames,
    });
  });

  it.each([
    ['links: { authority: "https://example.org/" }', /links\.authority: expected .*\{id\}/],
    ['links: { authority: "javascript:{id}" }', /links\.authority: expected .*\{id\}/],
    ['links: { autority: none }', /links\.autority: unknown key; did you mean "authority"\?/],
    ['organisations: { archive: { name: {} } }', /organisations\.archive\.name: expected a name in ga or en/],
    ['organisations: { archive: { url: "javascript:alert(1)" } }', /organisations\.archive\.url: expected/],
    ['personsProfile: role-only', /personsProfile: expected one of full, roles-only.*"roles-only"/],
  ])('gets an error for %s', async (yaml, message) => {
    await expect(configOf(yaml)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(message),
    });
  });
});
