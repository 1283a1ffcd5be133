import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../../src/cli/config/config.js';
import { schemaWith } from '../../../src/cli/config/settings.js';
import { stores } from '../../../src/features/stores/feature.js';
import { scratch } from '../../support/files.js';

/** Secrets of a SPARQL store in the configuration: what is wrong is named, and never repeated. */

const SECRET = 'hunter2-is-my-key';

const SERVICES = `services:
  archive: { url: http://127.0.0.1:4010, key: { env: ARCHIVE_API_KEY } }
  placenames: { url: http://127.0.0.1:4011, key: { env: PLACENAMES_API_KEY } }
`;

async function refusal(yaml: string): Promise<{ readonly message: string; readonly hint?: string }> {
  const file = join(await scratch(), 'my.yaml');
  await writeFile(file, SERVICES + yaml);
  const schema = await schemaWith([stores]);
  try {
    readConfig(file, {}, schema);
  } catch (thrown) {
    return thrown as { readonly message: string };
  }
  throw new Error(`accepted: ${yaml}`);
}

it.each([
  `password: ${SECRET}`,
  `user: [${SECRET}]`,
  `token: { env: ${SECRET} }`,
  `query: http://ann:${SECRET}@127.0.0.1/`,
  `update: http://127.0.0.1/?password=${SECRET}`,
  `graphStore: [http://ann:${SECRET}@127.0.0.1/]`,
])('%s is refused without being repeated', async (line) => {
  const [name = ''] = line.split(':');
  const { message, hint } = await refusal(`stores:\n  main:\n    url: http://127.0.0.1:7878\n    ${line}\n`);
  expect(message).toContain(`stores.main.${name}`);
  expect(message + hint).not.toContain(SECRET);
});

it.each([`stores: ${SECRET}`, `stores:\n  main: ${SECRET}`])(
  '%s is refused without being repeated',
  async (yaml) => {
    const { message, hint } = await refusal(yaml);
    expect(message).toMatch(/stores\S*: expected a section with keys$/m);
    expect(message + hint).not.toContain(SECRET);
  },
);
