import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jenaMissing, prepareJena } from '../../../../bench/stores/jena.js';
import { DBA, startVirtuoso, type Virtuoso, virtuosoMissing } from '../../../../bench/stores/virtuoso.js';
import type { StoreClient } from '../../../../src/use/triplestore/client.js';
import { loadPlanOf } from '../../../../src/use/triplestore/load-plan.js';
import {
  deleteData,
  insertData,
  joinOperations,
  parseResultRows,
} from '../../../../src/use/triplestore/sparql.js';
import { storeKind } from '../../../../src/use/triplestore/store-kinds.js';
import { ReleaseSums, readSums, sumQuery } from '../../../../src/use/triplestore/verify-store/checksums.js';
import { releaseTriples } from '../../../../src/use/triplestore/verify-store/release-triples.js';
import { verifyTriplestore } from '../../../../src/use/triplestore/verify-store/verify-triplestore.js';
import { makeFolder, removeFolder } from '../../../support/files.js';
import { harvestSample } from '../../../support/sample-release.js';
import { clientFor, loadInto } from '../loading.js';

/** Real stores compute the same sums, and changes in them are found. */

const MISSING = { virtuoso: await virtuosoMissing(), jena: await jenaMissing() };

let folder: string;
let release: string;

beforeAll(async () => {
  folder = await makeFolder();
  const build = await harvestSample(folder);
  release = (await build('one', { formats: ['ttl', 'nt'], compression: 'none' })).directory;
});
afterAll(() => removeFolder(folder));

describe.skipIf(MISSING.virtuoso !== undefined)(
  `Virtuoso${MISSING.virtuoso === undefined ? '' : `: ${MISSING.virtuoso}`}`,
  () => {
    const kind = storeKind('virtuoso');
    let virtuoso: Virtuoso;
    let client: StoreClient;

    beforeAll(async () => {
      virtuoso = await startVirtuoso(join(folder, 'virtuoso'));
      await loadInto(virtuoso.url, release, { kind, credentials: DBA });
      client = clientFor(kind, virtuoso.url, { credentials: DBA });
    });
    afterAll(async () => {
      await client.close();
      await virtuoso.remove();
    });

    /** The differences by counts and sums. */
    async function verified(): Promise<{ readonly wrong: string[]; readonly notes: string[] }> {
      const notes: string[] = [];
      const { differences } = await verifyTriplestore({
        release,
        store: client,
        sample: 0,
        seed: 1,
        report: (event) => event.event === 'note' && notes.push(event.message),
        check: () => {},
      });
      return { wrong: differences.map(({ wrong }) => wrong), notes };
    }

    test('makes the same sums', async () => {
      expect(await verified()).toEqual({ wrong: [], notes: [] });
    });

    const PLACES = 'https://data.example.org/folklore/dataset/placenames/places';
    const LORE = 'https://w3id.org/folklore-ld/ns#';
    const XSD = 'http://www.w3.org/2001/XMLSchema#';

    test.each([
      [
        'an integer, by one',
        `${LORE}gridEasting`,
        'isNumeric(?o)',
        (text: string) => [`${text}`, `${Number(text) + 1}`],
      ],
      [
        'a coordinate, in its sixth decimal',
        'https://schema.org/latitude',
        'isNumeric(?o)',
        (text: string) => [
          `"${text}"^^<${XSD}decimal>`,
          `"${(Number(text) + 0.000001).toFixed(6)}"^^<${XSD}decimal>`,
        ],
      ],
      [
        'a letter of a text with accents',
        'http://www.w3.org/2008/05/skos-xl#literalForm',
        'LANG(?o) = "ga" && REGEX(STR(?o), "é")',
        (text: string) => [`"${text}"@ga`, `"${text.replace('é', 'á')}"@ga`],
      ],
      [
        'a second',
        `${LORE}recordCreated`,
        'STRENDS(STR(?o), "Z")',
        (text: string) => [
          `"${text}"^^<${XSD}dateTime>`,
          `"${new Date(Date.parse(text) + 1000).toISOString()}"^^<${XSD}dateTime>`,
        ],
      ],
    ] as const)('names %s', async (_, property, is, terms) => {
      const rows = await client.query(
        `SELECT ?s (STR(?o) AS ?text) WHERE { GRAPH <${PLACES}> { ?s <${property}> ?o } FILTER (${is}) } LIMIT 1`,
      );
      const [subject, text] = ['s', 'text'].map((one) => rows[0]?.get(one)?.value ?? '');
      const line = (object: string | undefined): string => `<${subject}> <${property}> ${object} .\n`;
      const [right, altered] = terms(text ?? '').map(line);
      const put = (from = '', to = ''): Promise<void> =>
        client.update(joinOperations([deleteData(PLACES, from), insertData(PLACES, to)]));
      await put(right, altered);
      const { wrong } = await verified();
      await put(altered, right);
      expect(wrong).toEqual([expect.stringContaining(`does not have <${subject}> <${property}> "`)]);
    });
  },
);

describe.skipIf(MISSING.jena !== undefined)(
  `Jena${MISSING.jena === undefined ? '' : `: ${MISSING.jena}`}`,
  () => {
    test('makes the same sums', async () => {
      const place = join(folder, 'jena');
      await mkdir(place);
      const jena = await prepareJena(place);
      const database = join(place, 'tdb2');
      const { graphs } = await loadPlanOf(release);
      for (const name of ['places', 'photographs', 'catalogue']) {
        const graph = graphs.find((one) => one.name === name);
        if (graph === undefined) throw new Error(`the release has no graph ${name}`);
        const sums = new ReleaseSums();
        for (const { path } of graph.files)
          await jena.run('tdb2.tdbloader', '--loc', database, `--graph=${graph.graph}`, path);
        for await (const triples of releaseTriples(graph.files))
          for (const triple of triples) sums.add(triple.predicate.value, triple);
        const query = async (sparql: string) => {
          const file = join(place, 'sums.rq');
          await writeFile(file, sparql);
          return parseResultRows(
            Buffer.from(
              await jena.run('tdb2.tdbquery', '--loc', database, '--results', 'json', '--query', file),
            ),
          );
        };
        const found = readSums(await query(sumQuery(graph.graph, sums.datatypes)));
        expect([...sums.differing(found)], name).toEqual([]);
      }
    });
  },
);
