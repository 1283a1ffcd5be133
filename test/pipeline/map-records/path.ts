import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Quad, Term } from '@rdfjs/types';
import { Parser } from 'n3';
import * as oxigraph from 'oxigraph';
import { expect } from 'vitest';
import { readContext } from '../../../src/model/rdf/context.js';
import type { MappedNode, SerialisationContext } from '../../../src/model/rdf/formats/format.js';
import { DATA_BASE, dataPrefixes, SAMPLE_LINKS } from '../../../src/model/rdf/iris.js';
import { parseTurtle } from '../../../src/model/rdf/parse.js';
import { type BadTerm, badTerms } from '../../../src/model/rdf/term-check.js';
import { makeToQuads } from '../../../src/model/rdf/to-quads.js';
import { KINDS } from '../../../src/model/records/kinds.js';
import { type Kind, RecordSet, type SourceRecord, sourceRecord } from '../../../src/model/records/record.js';
import { type Fault, reader } from '../../../src/model/schema/reader.js';
import { mappingContextOf, mapRecord, toPublishable } from '../../../src/pipeline/map-records/map-record.js';
import { reference } from '../../model/rdf/reference.js';
import { writeRecords } from '../../support/write-records.js';

/** The way of a record as a build goes it: read, describe, gate, write; and back from what is written. */

const context = readContext();
const toQuads = makeToQuads(context);
const language: SerialisationContext = {
  base: DATA_BASE,
  prefixes: new Map([...context.prefixes, ...dataPrefixes(DATA_BASE)]),
  context: context.document,
  graphOf: () => DATA_BASE,
};
const plan = {
  base: DATA_BASE,
  gender: 'irish',
  latestYear: 2026,
  profile: 'public',
  // Every link is made that can be: the more of a record goes into IRIs, the better.
  links: {
    ...SAMPLE_LINKS,
    pageImage: 'https://images.example.org/{pageID}/{fileName}',
    photographImage: 'https://images.example.org/{referenceNumber}.jpg',
  },
} as const;
const noGenders = { cbed: new Set<string>(), cbes: new Set<string>() };
const setting = mappingContextOf(plan, { genders: noGenders, places: new Map() }, context);
const origin = { service: 'archive', request: '/made', pointer: '' } as const;

/** Kinds whose records the services send; the others are constants of ours. */
export const SENT = (Object.keys(KINDS) as Kind[]).filter(
  (kind) => Object.keys(KINDS[kind].schemas.sent.shape).length > 0,
);

const readers = new Map(SENT.map((kind) => [kind, reader(KINDS[kind].schemas.described, [], 'plain')]));

/** What became of a record on its way to the sinks. */
export type Outcome =
  | { readonly is: 'unreadable'; readonly faults: readonly Fault[] }
  | { readonly is: 'quarantined'; readonly bad: readonly BadTerm[]; readonly quads: readonly Quad[] }
  | { readonly is: 'published'; readonly said: readonly MappedNode[] };

/** Sends a record as JSON on its way. A mapper that throws is a fault, whatever it was given. */
export function wayOf(kind: Kind, raw: unknown): Outcome {
  const reading = readers.get(kind)?.(JSON.parse(JSON.stringify(raw)));
  if (reading === undefined) throw new Error(`no service sends a ${kind}`);
  if (!reading.ok) return { is: 'unreadable', faults: reading.faults };
  const one = sourceRecord(kind, 1, reading.record as never, origin) as SourceRecord;
  const said = mapRecord(toPublishable(one, { withheld: new RecordSet() }, plan), setting, toQuads);
  if ('failed' in said) throw new Error(`${kind}: ${said.failed.message} ${JSON.stringify(raw)}`);
  const { identity, ...record } = said;
  const all = identity === undefined ? [record] : [record, identity];
  const quads = all.flatMap((one) => one.quads);
  const bad = badTerms(quads);
  return bad.length > 0 ? { is: 'quarantined', bad, quads } : { is: 'published', said: all };
}

const FORMATS = ['ttl', 'nt', 'jsonld'] as const;

/** What is said, in formats that differ in more than the graph, by the sinks themselves. */
async function written(said: readonly MappedNode[]): Promise<Record<(typeof FORMATS)[number], string>> {
  const directory = await mkdtemp(join(tmpdir(), 'folklore-ld-lawful-'));
  try {
    const to = { directory, dataset: 'dump', compression: 'none', formats: FORMATS } as const;
    const texts = (await writeRecords(to, [said], language)).map(
      async ({ format, file }) => [format, await readFile(join(directory, file), 'utf8')] as const,
    );
    return Object.fromEntries(await Promise.all(texts)) as Record<(typeof FORMATS)[number], string>;
  } finally {
    await rm(directory, { recursive: true });
  }
}

/**
 * Holds when the dumps of what is said hold just that, by the word of every reader: N3 and Oxigraph of the Turtle, N3
 * of the N-Triples, jsonld of the JSON-LD; and when Oxigraph, having stored it, gives back the same lexical forms.
 */
export async function expectEqualDumps(said: readonly MappedNode[]): Promise<void> {
  const { ttl, nt, jsonld } = await written(said);
  const meant = linesOf(said.flatMap((one) => one.quads));
  const store = new oxigraph.Store();
  store.load(ttl, { format: 'text/turtle' });
  expectSame(linesOf(parseTurtle(ttl, 'dump.ttl')), meant, 'N3 reads of the Turtle');
  expectSame(linesOf(new Parser({ format: 'N-Triples' }).parse(nt)), meant, 'N3 reads of the N-Triples');
  expectSame(linesOf(store.match() as unknown as Quad[]), meant, 'Oxigraph gives back');
  expectSame(linesOf(await reference(JSON.parse(jsonld))), meant, 'jsonld reads of the JSON-LD');
}

function expectSame(found: ReadonlySet<string>, meant: ReadonlySet<string>, what: string): void {
  const differing = [...found].filter((one) => !meant.has(one)).map((one) => `too much: ${one}`);
  const missing = [...meant].filter((one) => !found.has(one)).map((one) => `missing: ${one}`);
  expect([...differing, ...missing].slice(0, 4), what).toEqual([]);
}

const linesOf = (quads: readonly Quad[]): Set<string> =>
  new Set(quads.map((one) => [one.subject, one.predicate, one.object].map(termOf).join(' ')));

/** A term in a form of its own; N3 writes language tags in lower case, which means the same (RDF 1.1, 3.3). */
function termOf(term: Term): string {
  if (/[^\P{Cc}\t\n\r]/u.test(term.value) || !term.value.isWellFormed())
    throw new Error(`${JSON.stringify(term.value)} in a dump`);
  if (term.termType === 'NamedNode') return `<${term.value}>`;
  if (term.termType !== 'Literal') throw new Error(`a ${term.termType} in a dump`);
  return `${JSON.stringify(term.value)}@${term.language.toLowerCase()}^^${term.datatype.value}`;
}
