import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import oxigraph from 'oxigraph';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeDelta } from '../../../src/release/delta/delta.js';
import { makeFolder } from '../../support/files.js';
import { BASE, type Lines, placeOf, sortedText, writeRelease } from './synthetic.js';

/** The commands of delta/README.md, with the tools that it names. */

const item = (id: number) => `<${BASE}cbe/item/${id}>`;
const person = (id: number) => `<${BASE}cbed/person/${id}>`;
const place = (id: number) => `<${BASE}place/${id}>`;
const role = `<${BASE}cbe/item/5#role-informant-9>`;

/**
 * Person 9 is withheld now; item 7 has gone; item 5 has another title, is seen elsewhere, and its description is withheld;
 * a place has another name.
 */
const BEFORE: Lines = {
  manuscripts: [
    `${item(5)} <urn:x:title> "Scéal \\"mór\\" <${BASE}cbed/person/9> ." .`,
    `${item(5)} <urn:x:description> "in eagar"@ga .`,
    `${item(5)} <urn:x:description> "still edited"@en .`,
    `${item(5)} <urn:x:seen> <https://e.org/before> .`,
    `${item(5)} <urn:x:seen> <https://e.org/always> .`,
    `${item(5)} <urn:x:informant> ${person(9)} .`,
    `${item(5)} <urn:x:contribution> ${role} .`,
    `${role} <urn:x:agent> ${person(9)} .`,
    `${role} <urn:x:age> "70" .`,
    `${item(5)} <urn:x:collector> ${person(10)} .`,
    `${item(7)} <urn:x:title> "imithe\\nanois" .`,
  ],
  people: [
    `${person(9)} <urn:x:name> "Bríd" .`,
    `<${BASE}cbed/person/9#name-1> <urn:x:surname> "Ní Bhriain" .`,
    `${person(10)} <urn:x:name> "Seán" .`,
    `${person(90)} <urn:x:name> "Pádraig" .`,
  ],
  places: [`${place(1)} <urn:x:name> "Áth Cliath"@ga .`],
};
const AFTER: Lines = {
  manuscripts: [
    `${item(5)} <urn:x:title> "Scéal beag 😀 #<x>" .`,
    `${item(5)} <urn:x:seen> <https://e.org/always> .`,
    `${item(5)} <urn:x:seen> <https://e.org/after> .`,
    `${item(5)} <urn:x:collector> ${person(10)} .`,
    `${item(8)} <urn:x:title> "nua\\\\" .`,
  ],
  people: [`${person(10)} <urn:x:name> "Seán" .`, `${person(90)} <urn:x:name> "Pádraig" .`],
  places: [`${place(1)} <urn:x:name> "Baile Átha Cliath"@ga .`],
};
/** Triples of others about the same records, in a shared store. */
const OTHERS = ['http://e.org/reviews', `${BASE}notes`, `${BASE}dataset/folklore/people/notes`]
  .flatMap((graph) => [
    `${person(9)} <urn:x:read> "yes" <${graph}> .\n`,
    `<http://e.org/list> <urn:x:holds> ${role} <${graph}> .\n`,
    `<${BASE}cbed/person/9#note> <urn:x:says> <${BASE}cbed/person/9#name-1> <${graph}> .\n`,
  ])
  .join('');

let folder: string;
let commands: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(join(await makeFolder(), 'delta-'));
  const previous = await writeRelease(join(folder, 'old'), BEFORE, 'gzip');
  const current = await writeRelease(join(folder, 'new'), AFTER, 'gzip');
  await writeDelta({
    previous,
    current,
    placeOf,
    isSuppressed: (iri) => iri === `${BASE}cbed/person/9`,
    isSuppressedProperty: (_, property) => property === 'urn:x:description',
    out: join(current, 'delta'),
  });
  await rename(join(current, 'delta'), join(folder, 'delta'));
  const page = await readFile(join(folder, 'delta/README.md'), 'utf8');
  commands = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  return () => import('../../support/files.js').then(({ removeFolder }) => removeFolder(join(folder, '..')));
});

const sh = async (script: string): Promise<void> => {
  await promisify(execFile)('sh', ['-euc', script], { cwd: folder });
};
const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');

/** The same for the other publication: its line is there, as a remark. */
const forPlacenames = (script: string): string =>
  script
    .replace(/^publication=folklore/m, '# publication=folklore')
    .replace(/^# (publication=placenames)/m, '$1');

const byLine = (text: string): string => text.split('\n').slice(0, -1).sort().join('\n');

describe('the page of a delta', () => {
  it('brings the files of a publication to the new release with sort, awk and comm', async () => {
    await sh(commands[0] ?? '');
    const { manuscripts = [], people = [], places = [] } = AFTER;
    expect(byLine(await read('after.nt'))).toBe(byLine(sortedText([...manuscripts, ...people])));
    await sh(forPlacenames(commands[0] ?? ''));
    expect(byLine(await read('after.nt'))).toBe(byLine(sortedText(places)));
  });

  it('brings a store with a graph a dataset to the new release with SPARQL updates, and leaves the graphs of others alone', async () => {
    const store = new oxigraph.Store();
    for (const [dataset, lines] of Object.entries(BEFORE)) load(store, dataset, lines);
    store.load(OTHERS, { format: 'application/n-quads' });
    store.update(await read('delta/suppressed.ru'));
    for (const publication of ['folklore', 'placenames']) {
      await sh((commands[1] ?? '').replace(/^publication=.*$/m, `publication=${publication}`));
      store.update(await read('properties.ru'));
      store.update(await read('removed.ru'));
      store.load(await read('added.nq'), { format: 'application/n-quads' });
    }
    const expected = new oxigraph.Store();
    for (const [dataset, lines] of Object.entries(AFTER)) load(expected, dataset, lines);
    expected.load(OTHERS, { format: 'application/n-quads' });
    const dump = (one: oxigraph.Store) => byLine(one.dump({ format: 'application/n-quads' }));
    expect(dump(store)).toBe(dump(expected));
  });

  it('names the graph of every dataset', async () => {
    const page = await read('delta/README.md');
    for (const dataset of Object.keys(BEFORE)) expect(page).toContain(`\`${placeOf(dataset).graph}\``);
  });
});

function load(store: oxigraph.Store, dataset: string, lines: readonly string[]): void {
  const to_graph_name = oxigraph.namedNode(placeOf(dataset).graph);
  store.load(sortedText(lines), { format: 'application/n-triples', to_graph_name });
}

describe('a suppressed record', () => {
  it('is listed with the nodes that referred to it alone, and is in no other file', async () => {
    expect(await read('delta/suppressed.txt')).toBe(
      `${BASE}cbe/item/5 urn:x:description\n${BASE}cbe/item/5#role-informant-9\n${BASE}cbed/person/9\n`,
    );
    await sh('gzip -dc delta/*/*.gz > all');
    const all = await read('all');
    expect(all).toContain('<https://e.org/before>');
    for (const text of [
      'imithe',
      'mór',
      'eagar',
      'edited',
      'Áth Cliath',
      'Bríd',
      'Bhriain',
      'informant',
      '"70"',
      '<urn:x:agent>',
    ])
      expect(all).not.toContain(text);
  });

  it('is in the table by its IRI alone', async () => {
    expect(await read('delta/changes.csv')).toBe(
      [
        'record,change,datasets,added,removed',
        `${BASE}cbe/item/5,changed,manuscripts,2,4`,
        `${BASE}cbe/item/7,removed,manuscripts,0,1`,
        `${BASE}cbe/item/8,added,manuscripts,1,0`,
        `${BASE}cbed/person/9,suppressed,,0,0`,
        `${BASE}place/1,changed,places,1,1`,
        '',
      ].join('\r\n'),
    );
  });

  it('values of a property are deleted from older releases too, by an update that repeats none', async () => {
    const store = new oxigraph.Store();
    load(store, 'manuscripts', BEFORE.manuscripts ?? []);
    store.update(await read('delta/suppressed.ru'));
    const left = store.dump({ format: 'application/n-quads' });
    expect(left).not.toContain('<urn:x:description>');
    expect(left).toContain('imithe');
  });

  it('deleted values are listed by subject, property and graph', async () => {
    await sh('gzip -dc delta/folklore/removed-properties.txt.gz > properties');
    const graph = `<${BASE}dataset/folklore/manuscripts>`;
    expect(await read('properties')).toBe(
      [
        `${item(5)} <urn:x:description> ${graph}\n`,
        `${item(5)} <urn:x:title> ${graph}\n`,
        `${item(7)} <urn:x:title> ${graph}\n`,
      ].join(''),
    );
  });

  it('the patch is RDF Patch: a header, one transaction, quads with their graphs', async () => {
    await sh('gzip -dc delta/placenames/patch.rdfp.gz > patch');
    const graph = `<${BASE}dataset/placenames/places>`;
    expect(await read('patch')).toMatch(
      /^H id <uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}> \.\nTX \.\n/,
    );
    expect((await read('patch')).split('\n').slice(1)).toEqual([
      'TX .',
      `A ${place(1)} <urn:x:name> "Baile Átha Cliath"@ga ${graph} .`,
      'TC .',
      '',
    ]);
  });
});
