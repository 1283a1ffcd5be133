import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/cli/config/config.js';
import { DATASETS, type Dataset } from '../../../src/model/records/datasets.js';
import { subjectsOfSample } from '../../features/subjects/sample-subjects.js';
import { readTurtle } from '../../support/dumps.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample, type MakeRelease } from '../../support/sample-release.js';

/** Model 2.4 and 6: what the same thing is elsewhere can be dropped alone; who publishes is configuration. */

const OWL_SAME_AS = 'http://www.w3.org/2002/07/owl#sameAs';
const CLOSE_MATCH = 'http://www.w3.org/2004/02/skos/core#closeMatch';
const SCHEMA_SAME_AS = 'https://schema.org/sameAs';
const PROFILE = fileURLToPath(new URL('../../../profiles/duchas-logainm.yaml', import.meta.url));

let folder: string;
let release: MakeRelease;

beforeAll(async () => {
  folder = await makeFolder();
  release = await harvestSample(folder);
});
afterAll(() => removeFolder(folder));

describe('identity', () => {
  let directory: string;
  beforeAll(async () => {
    ({ directory } = await release('identity', {
      additions: { effective: true, subjects: await subjectsOfSample(folder) },
    }));
  });
  const said = async (dataset: Dataset) =>
    new Set((await readTurtle(directory, dataset)).map(({ predicate }) => predicate.value));

  it('is said in the datasets of links, and nothing else is, so that it can be dropped alone', async () => {
    expect(await said('links')).toEqual(new Set([OWL_SAME_AS, SCHEMA_SAME_AS]));
    expect(await said('placenames-links')).toEqual(new Set([OWL_SAME_AS, CLOSE_MATCH]));
    for (const dataset of Object.keys(DATASETS) as Dataset[]) {
      if (dataset.endsWith('links')) continue;
      const found = [...(await said(dataset))].filter((one) => [OWL_SAME_AS, SCHEMA_SAME_AS].includes(one));
      expect([dataset, found]).toEqual([dataset, []]);
    }
  });

  it('is not said where two records give one address: a close match of both, in every file, and one remark', async () => {
    const address = 'https://sameas.example.org/rathbeg';
    const places = [9000044, 9000045].map((id) => `https://data.example.org/folklore/place/${id}`);
    const about = (await readTurtle(directory, 'placenames-links')).filter(
      ({ object }) => object.value === address,
    );
    expect(about.map(({ subject, predicate }) => [subject.value, predicate.value])).toEqual(
      places.map((place) => [place, CLOSE_MATCH]),
    );
    const { features } = JSON.parse(await readFile(join(directory, 'derived', 'places.lpf.json'), 'utf8'));
    for (const place of places) {
      const { links } = features.find((feature: { '@id': string }) => feature['@id'] === place);
      expect(links).toContainEqual({ type: 'closeMatch', identifier: address });
    }
    const editors = await readFile(join(directory, 'report', 'editors.csv'), 'utf8');
    expect(editors.split('\r\n').filter((row) => row.includes(address))).toEqual([
      expect.stringMatching(/^info,places,9000044,.*rathbeg \(9000044, 9000045\)/),
    ]);
  });

  it('is said of IRIs that the records have', async () => {
    for (const [links, records] of [
      ['links', ['locations', 'people']],
      ['placenames-links', ['places']],
    ] as const) {
      const described = new Set<string>();
      for (const dataset of records) {
        for (const { subject } of await readTurtle(directory, dataset)) described.add(subject.value);
      }
      const subjects = new Set((await readTurtle(directory, links)).map(({ subject }) => subject.value));
      expect(subjects.size).toBeGreaterThan(10);
      expect([...subjects].filter((one) => !described.has(one))).toEqual([]);
    }
  });

  it('is what the database itself says where no templates make any', async () => {
    const { ledger, directory: without } = await release('no-templates', { links: {} });
    for (const row of ledger.rows())
      expect(row.fetched).toBe(row.published + row.withheld + row.rejected + row.unreadable);
    expect(await readTurtle(without, 'links')).toEqual([]);
    expect((await readTurtle(without, 'placenames-links')).length).toBeGreaterThan(0);
  });
});

describe('the profile of the real publishers', () => {
  it('is a whole configuration, and names and links what it should', async () => {
    const config = readConfig(PROFILE, {});
    const { directory, ledger } = await release('profile', {
      links: config.links,
      organisations: config.organisations,
    });
    expect(ledger.total('rejected')).toBe(0);
    const text = async (dataset: Dataset) => readFile(join(directory, 'data', `${dataset}.ttl`), 'utf8');
    expect(await text('collections')).toContain('"National Folklore Collection, UCD"@en');
    expect(await text('collections')).not.toContain('Folklore archive');
    expect(await text('places')).toContain('schema:url <https://www.logainm.ie/>');
    // Model 2.4: identity and biography pages, by the ids that they are made for.
    expect(await text('placenames-links')).toContain('owl:sameAs <http://data.logainm.ie/place/100013>');
    expect(await text('places')).toContain('skos:exactMatch <http://data.logainm.ie/category/CON>');
    expect(await text('links')).toMatch(/owl:sameAs <https:\/\/sws\.geonames\.org\/\d+\/>/);
    expect(await text('links')).toMatch(/schema:sameAs <http:\/\/viaf\.org\/viaf\/\d+>/);
    expect(await text('people')).toContain('schema:subjectOf <https://www.ainm.ie/Bio.aspx?ID=99001>');
    // Model 2.4: part, first page, item.
    expect(await text('schools')).toMatch(/schema:url <https:\/\/www\.duchas\.ie\/en\/cbes\/\d+\/\d+\/\d+>/);
    expect(await text('schools')).toMatch(/schema:url <https:\/\/www\.duchas\.ie\/en\/tpc\/cbes\/\d+>/);
    expect(await text('photographs')).toMatch(
      /contentUrl <https:\/\/doras\.gaois\.ie\/cbeg\/[\w.%-]+\.jpg\?format=jpg&width=620>/,
    );
    expect(config.organisations.archive.credit).toMatch(/CC BY-NC 4\.0/);
    expect(config.organisations.placenames.credit).toMatch(/CC BY 4\.0/);
  });
});
