import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { Store } from 'n3';
import { isomorphic } from 'rdf-isomorphic';
import { describe, expect, it } from 'vitest';
import { type Node, tidy } from '../../../src/model/rdf/node.js';
import { badTerms } from '../../../src/model/rdf/term-check.js';
import { lawfulNode } from '../../model/rdf/lawful-nodes.js';
import { scratch } from '../../support/files.js';
import { writeRecords } from '../../support/write-records.js';
import {
  BASE,
  context,
  FORMATS,
  HOSTILE,
  iri,
  LANGUAGE,
  sha256,
  text,
  to,
  toQuads,
  write,
} from './formats.js';

/** One contract for all formats: what is written reads back as exactly what was given. */

/** Random documents of each sort that each format is tried with; `RUNS=1000` tries more. */
const RUNS = Number(process.env.RUNS ?? 6);

describe.each(Object.entries(FORMATS))('%s', (_, { format, mediaType, read, isSorted = false }) => {
  const fileName = `sample.${format}`;
  const survives = async (nodes: readonly Node[]) => {
    const { dump, bytes } = await write(format, nodes);
    const given = nodes.flatMap((node) => toQuads(node));
    const found = await read(bytes.toString('utf8'));
    if (!isomorphic(found, given)) expect(found).toEqual(given);
    // UTF-8 without a byte order mark, ended by a line feed.
    expect(bytes.subarray(0, 3).equals(Buffer.from('\ufeff'))).toBe(false);
    expect([bytes.at(-1) ?? 0x0a, bytes.includes(0x0d)]).toEqual([0x0a, false]);
    expect(dump).toEqual({
      dataset: 'sample',
      format,
      mediaType,
      compression: 'none',
      file: fileName,
      bytes: bytes.length,
      unpacked: bytes.length,
      sha256: sha256(bytes),
      sha256Unpacked: sha256(bytes),
      records: nodes.length,
      quads: isSorted ? new Store(given).size : given.length,
    });
  };

  it('without a record is a document that says nothing', () => survives([]));

  it('hostile texts survive', () => survives(Object.values(HOSTILE).map((words, id) => text(words, id))));

  it('random texts survive, in one line or several', async () => {
    const fragments = fc.oneof(
      fc.constantFrom(...'"\\\n\r\t\'\u2028😀\u200f @.', '""', '"""', '^^'),
      fc.string({ unit: 'binary', maxLength: 4 }).map((one) => one.replace(/(?![\n\r\t])\p{Cc}/gu, '')),
    );
    const words = fc.array(fragments, { maxLength: 10 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 4 }), (texts) =>
        survives(texts.map((one, position) => text(one, position))),
      ),
      { numRuns: RUNS },
    );
  });

  it('random codes survive as names, with escapes, dots and hyphens where they may stand', async () => {
    const characters = fc.constantFrom(..."abzAZ019._-~:/#?%é ⁊'()[]@!$&*+,;=");
    const code = fc
      .string({ unit: characters, minLength: 1, maxLength: 8 })
      .filter((one) => !/^\.{1,2}$/.test(one));
    await fc.assert(
      fc.asyncProperty(code, (one) =>
        survives([
          { id: iri.category(one), type: ['skos:Concept'], code: one, inScheme: iri.scheme('category') },
          {
            id: iri.occupation(one),
            exactMatch: [iri.handbookTopic(one), `${iri.place(1)}#grid-${one.length}`],
          },
        ]),
      ),
      { numRuns: RUNS },
    );
  });

  it('IRIs that no name of a prefix can stand for survive', async () => {
    const addresses = [
      BASE,
      `${BASE}cbes/topics`,
      `${BASE}place/`,
      `${BASE}place/1.`,
      `${BASE}place/.1`,
      `${BASE}place/-1`,
      `${BASE}place/1/2`,
      `${BASE}place/1#name-2`,
      `${BASE}place/1?x=y`,
      `${BASE}?x=y`,
      `${BASE}#x`,
      `${BASE}wiki:Corcaigh`,
      `${BASE}http://e.org/`,
      `${BASE}/x`,
      `${BASE}//e.org/x`,
      'https://schema.org/a/b',
      'https://schema.org/a,b',
      `${BASE}category/%C3%A9%2F`,
      'https://ga.wikipedia.org/wiki/Béal_Feirste',
      "https://e.org/a_(b)'c",
    ];
    const nodes = addresses.map((id): Node => ({ id, seeAlso: [id], listingOrder: '1' }));
    expect(nodes.flatMap((node) => badTerms(toQuads(node)))).toEqual([]);
    await survives(nodes);
  });

  it('every kind of value survives, and random lawful records', async () => {
    const lawful = lawfulNode()
      .map(tidy)
      .filter((node) => toQuads(node).length > 0 && badTerms(toQuads(node)).length === 0);
    await fc.assert(fc.asyncProperty(fc.array(lawful, { maxLength: 3 }), survives), { numRuns: RUNS });
  });

  it('what is larger than a chunk survives, astral characters at its edges', async () => {
    const long = '😀'.repeat(150_000);
    await survives([text(long, 1), text(`x${long}`, 2), text('"', 3)]);
  });

  it('records in several chunks give what they give in one', async () => {
    const nodes = Object.values(HOSTILE).map((words, id) => text(words, id));
    const records = nodes.map((node) => ({ node, quads: toQuads(node) }));
    const folder = await scratch();
    const chunks = [records.slice(0, 1), [], records.slice(1, 20), records.slice(20)];
    const [dump] = await writeRecords(to(folder, [format]), chunks, LANGUAGE);
    expect(dump).toEqual((await write(format, nodes)).dump);
  });

  it(isSorted ? 'records come in the order of their ids' : 'records keep their order', async () => {
    const { bytes } = await write(format, [text('b', 2), text('a', 1), text('c', 3)]);
    const found = [...bytes.toString('utf8').matchAll(/cbe[-/]item[:/](\d)/g)].map(([, id]) => id);
    expect([...new Set(found)]).toEqual(isSorted ? ['1', '2', '3'] : ['2', '1', '3']);
  });

  it('a file that is there is not overwritten', async () => {
    const folder = await scratch();
    const file = join(folder, fileName);
    await writeFile(file, 'precious');
    await expect(writeRecords(to(folder, [format]), [], LANGUAGE)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(file, 'utf8')).toBe('precious');
  });
});

describe('Turtle for people', () => {
  it('groups by record and subject, with prefixes, bare numbers and texts of several lines', async () => {
    const node: Node = {
      id: iri.item('cbe', 7001),
      type: ['Item', 'schema:ArchiveComponent'],
      extract: { ga: ['Bhí fear ann\nfadó.'] },
      position: 2,
      isTitlePage: false,
      collector: [iri.person(4101), iri.person(4102)],
      dateSpan: { id: `${iri.item('cbe', 7001)}#date`, type: ['edm:TimeSpan'], notation: '1936~' },
    };
    const { bytes } = await write('ttl', [node]);
    const [header, ...records] = bytes.toString('utf8').split('\n\n');
    expect(header).toContain(`@base <${BASE}> .`);
    expect(records.join('\n\n')).toBe(`cbe-item:7001 a lore:Item, schema:ArchiveComponent ;
    lore:extract """Bhí fear ann
fadó."""@ga ;
    schema:position 2 ;
    lore:isTitlePage false ;
    lore:collector person:4101, person:4102 ;
    lore:dateSpan <cbe/item/7001#date> .
<cbe/item/7001#date> a edm:TimeSpan ;
    skos:notation "1936~"^^edtf:EDTF-level1 .
`);
  });
});

describe('JSON-LD for line tools', () => {
  it('is one document with its part of the context inline and one record a line (model 8.2)', async () => {
    const nodes = [text('a\nb', 1), text('c', 2), text('"', 3)];
    const { bytes } = await write('jsonld', nodes);
    const whole = JSON.parse(bytes.toString('utf8'));
    expect(Object.keys(whole)).toEqual(['@context', '@graph']);
    // Of the context the words that the file uses, and their prefixes.
    const { '@version': version, id, type, lore, extract, listingOrder } = context.document;
    expect(whole['@context']).toEqual({ '@version': version, id, type, lore, extract, listingOrder });
    const lines = bytes.toString('utf8').split('\n');
    const records = lines
      .filter((line) => /^\{"id"/.test(line))
      .map((line) => JSON.parse(line.replace(/,$/, '')));
    expect(records).toEqual(nodes);
  });
});
