import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { addedPages, type OpenedRelease } from '../../../src/features/browse/added-pages.js';
import { oaiPmh } from '../../../src/features/oai-pmh/feature.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { runWarm } from '../../support/warm.js';
import { appOf, openSiteIn } from '../browse/browsed-release.js';

/** EDM has only works with a web page. Without templates for web pages, the program says which works EDM lacks. */

/** No service answers there: what EDM lacks is known from the configuration alone. */
const SERVICES = `services:
  archive: { url: "http://127.0.0.1:9", key: { env: KEY } }
  placenames: { url: "http://127.0.0.1:9", key: { env: KEY } }
`;
const REMEDY = 'Set links.manuscriptItem, links.schoolsItem, links.photograph in the configuration';

let folder: string;
let built: Awaited<ReturnType<typeof runWarm>>;
beforeAll(async () => {
  folder = await makeFolder();
  built = await runWarm(['export', '--sample', '--views', 'edm', '--out', 'out'], {}, folder);
}, 60_000);
afterAll(() => removeFolder(folder));

test('the build says what is missing and what to do', async () => {
  expect(built.code, built.stderr).toBe(0);
  expect(built.stdout).toContain('EDM has no works of manuscripts, schools, photographs');
  expect(built.stdout).toContain(REMEDY);
  const other = await runWarm(['export', '--sample', '--views', 'foaf', '--out', 'other'], {}, folder);
  expect(other.stdout).not.toContain('EDM');
});

test('the page about the release says it', async () => {
  const site = await openSiteIn(folder, join(folder, 'out', 'sample'));
  onTestFinished(() => site.close());
  const opened = { site, report: silent } as OpenedRelease;
  const app = appOf({ site, addedPages: await addedPages([oaiPmh], opened) });
  const textOf = async (path: string) => (await app.request(`http://127.0.0.1${path}`)).text();
  const english = await textOf('/use');
  expect(english).toContain('EDM has no works of manuscripts, schools, photographs: works need a web page');
  expect(english).toContain(REMEDY);
  const irish = await textOf('/ga/use');
  expect(irish).toContain('manuscripts, schools, photographs. Teastaíonn leathanach gréasáin');
  expect(irish).toContain(
    'Socraigh links.manuscriptItem, links.schoolsItem, links.photograph sa chumraíocht',
  );
  for (const text of ['EDM has', 'in the configuration']) expect(irish).not.toContain(text);
});

test.each([
  ['without templates', '', 'links.manuscriptItem, links.schoolsItem'],
  [
    'with one',
    'links: { manuscriptItem: "https://archive.example.org/{itemID}" }',
    'Set links.schoolsItem in',
  ],
  ['of photographs alone', 'kinds: [photographs]', 'Set links.photograph in'],
])('`doctor` says it %s', async (_, lines, said) => {
  const kinds = lines.startsWith('kinds') ? '' : '\nkinds: [manuscripts, schools]';
  await writeFile(join(folder, 'my.yaml'), `${SERVICES}views: [edm]${kinds}\n${lines}\n`);
  const { stdout } = await runWarm(['doctor', '-c', 'my.yaml'], {}, folder);
  expect(stdout).toMatch(/^! EDM has no works/m);
  expect(stdout).toContain(said);
});

test('`doctor` says nothing where each kind of works has a template', async () => {
  const links = '{ photograph: "https://archive.example.org/{photographID}" }';
  await writeFile(
    join(folder, 'my.yaml'),
    `${SERVICES}views: [edm]\nkinds: [photographs]\nlinks: ${links}\n`,
  );
  const { stdout } = await runWarm(['doctor', '-c', 'my.yaml'], {}, folder);
  expect(stdout).not.toContain('EDM');
});
