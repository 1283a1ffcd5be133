import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { DataFactory, type Literal, type NamedNode } from 'n3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silent } from '../../../../src/base/events.js';
import {
  findLanguageTags,
  Linter,
  type LintResult,
  lint,
} from '../../../../src/features/stores/lint/linter.js';
import { LINT_STORE_NAMES, type LintStore } from '../../../../src/features/stores/lint/stores.js';
import { recognise } from '../../../../src/model/rdf/formats/recognise-dump.js';
import { makeFolder, removeFolder } from '../../../support/files.js';

const { namedNode, literal, quad } = DataFactory;

let folder: string;

beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => removeFolder(folder));

const HEAD = '<http://e.org/s> <http://e.org/p> ';
const BOOLEAN = `${HEAD}"true"^^<http://www.w3.org/2001/XMLSchema#boolean> .\n`;

async function linted(name: string, text: string | Buffer, stores: readonly LintStore[] = LINT_STORE_NAMES) {
  const path = join(folder, name);
  await writeFile(path, text);
  return lint([await recognise(path)], stores, silent, () => {});
}
const counts = ({ findings }: LintResult): Record<string, number> =>
  Object.fromEntries(findings.map(({ rule, count }) => [rule.id, count]));

describe('lint', () => {
  it.each([
    ['a.ttl', `@prefix e: <http://e.org/> . e:s e:p true .`],
    ['a.nt', BOOLEAN],
    ['a.nt.gz', gzipSync(BOOLEAN)],
    ['a.nq', BOOLEAN.replace(' .', ' <http://e.org/g> .')],
    ['a.jsonld', '{"@id":"http://e.org/s","http://e.org/p":true}'],
  ])('reads %s as validate does', async (name, text) => {
    expect(counts(await linted(name, text))).toEqual({ boolean: 1 });
  });

  it('counts every triple once for each rule, and shows the first three', async () => {
    const lines = [1, 2, 3, 4, 5].map((n) => BOOLEAN.replace('/s>', `/s${n}>`)).join('');
    const { findings, triples, files } = await linted('many.nt', `${lines}_:a <http://e.org/p> _:b .\n`);
    expect([triples, files]).toEqual([6, 1]);
    expect(findings.map(({ rule, count }) => [rule.id, count])).toEqual([
      ['blank-node', 1],
      ['boolean', 5],
    ]);
    // Both ends are blank: it is one triple, and the first of them is shown.
    const [blank] = findings[0]?.examples ?? [];
    expect(blank?.at?.startsWith(`${blank.term} `)).toBe(true);
    expect(findings[1]?.examples).toEqual(
      ['s1', 's2', 's3'].map((name) => ({
        file: 'many.nt',
        at: `<http://e.org/${name}> <http://e.org/p>`,
        term: '"true"^^<http://www.w3.org/2001/XMLSchema#boolean>',
      })),
    );
  });

  it('applies only the rules of the selected stores', async () => {
    const text = `${BOOLEAN}${HEAD}"007"^^<http://www.w3.org/2001/XMLSchema#integer> .\n`;
    const { findings } = await linted('one.nt', text, ['oxigraph']);
    expect(findings.map(({ rule, stores }) => [rule.id, stores])).toEqual([['not-canonical', ['oxigraph']]]);
  });

  it.each([
    ['a graph with a keyword', 'GRAPH e:g { e:s e:p e:o }'],
    ['a graph by its name', 'e:g { e:s e:p e:o }'],
    ['a graph without a name', '{ e:s e:p e:o }'],
  ])('finds in Turtle %s, which only TriG has', async (_, graph) => {
    const text = `@prefix e: <http://e.org/> .\n${graph}\n`;
    const { findings } = await linted('graphs.ttl', text);
    expect(findings.map(({ rule, examples }) => [rule.id, examples[0]?.term])).toEqual([
      ['syntax', expect.stringMatching(/line 2/)],
    ]);
    expect(await linted('graphs.trig', text)).toMatchObject({ triples: 1, findings: [] });
    expect(counts(await linted('graphs.trig.gz', gzipSync(text)))).toEqual({});
  });

  it('checks the names of graphs, and the terms within a triple term', async () => {
    const long = `<http://e.org/${'x'.repeat(2000)}>`;
    expect(counts(await linted('graph.nq', `${HEAD}"o" ${long} .\n`))).toEqual({ 'iri-too-long': 1 });
    expect(counts(await linted('inner.nt', `${HEAD}<<( ${long} <http://e.org/p> "o" )>> .\n`))).toEqual({
      'rdf-12': 1,
      'iri-too-long': 1,
    });
  });

  // RDF 1.2 Turtle and N-Triples, grammar: version, sparqlVersion and versionDirective.
  it.each([
    ['version.ttl', '@version "1.2" .', '1.2'],
    ['version-2.ttl', "# a version\nversion '1.2-basic'", '1.2-basic'],
    ['version.trig', 'VERSION "1.1"', '1.1'],
    ['version.nt', 'VERSION "1.2" # of RDF', '1.2'],
    ['version.nq', 'VERSION "1.2"', '1.2'],
  ])('finds in %s the version of RDF that only RDF 1.2 announces', async (name, directive, version) => {
    const { findings } = await linted(name, `${directive}\n${HEAD}"VERSION \\"1.2\\"" .\n`);
    expect(findings.map(({ rule, count, examples }) => [rule.id, count, examples])).toEqual([
      ['rdf-12', 1, [{ file: name, term: `VERSION "${version}"` }]],
    ]);
  });

  // RDF 1.1 N-Triples and N-Quads, section 7, production 1: statements are separated by ends of lines.
  it.each([
    ['two statements on one line', `${HEAD}"a" . ${HEAD}"b" .\n`, 1],
    ['two statements without a blank', `${HEAD}"a".${HEAD}"b".\n`, 1],
    ['two about blank nodes', '_:a.b <http://e.org/p> _:c . _:d <http://e.org/p> _:e .\n', 1],
    ['a statement on two lines', `${HEAD}\n"a" .\n`, 1],
    ['a statement on two lines, and two on one', `${HEAD}\n"a" . ${HEAD}"b" .\n`, 2],
  ])('finds %s in formats of lines', async (_, text, count) => {
    for (const name of ['lines.nt', 'lines.nq', 'lines.nt.gz']) {
      const found = await linted(name, name.endsWith('.gz') ? gzipSync(text) : text);
      expect(counts(found)['line-format'], name).toBe(count);
      const example = found.findings.find(({ rule }) => rule.id === 'line-format')?.examples[0];
      expect(example?.term).toBe('line 1');
    }
    expect(counts(await linted('lines.ttl', text))).not.toHaveProperty('line-format');
  });

  it.each([
    ['comments and empty lines', `# a . b . c\n\n${HEAD}"a" . # the end . of it\n \t\n`],
    [
      'points in terms',
      `<http://e.org/a.b.> <http://e.org/p.> "1. 2. \\". # 3." .\n_:a.b <http://e.org/p> _:c.d .\n`,
    ],
    [
      'no blanks',
      `<http://e.org/s><http://e.org/p>"a"@en.\n<http://e.org/s><http://e.org/p><http://e.org/o>.# .\n`,
    ],
    ['ends of lines of other systems', `${HEAD}"a" .\r\n${HEAD}"b" .\r${HEAD}"c" .`],
    ['triple terms', `${HEAD}<<( <http://e.org/s> <http://e.org/p> "o ." )>> .\n`],
    ['a long text', `${HEAD}"${'a. '.repeat(20_000)}" .\n`],
  ])('does not take %s for it', async (_, text) => {
    for (const name of ['kept.nt', 'kept.nq'])
      expect(counts(await linted(name, text)), name).not.toHaveProperty('line-format');
  });

  it.each([
    ['none.ttl', ''],
    ['none.trig', '# nothing\n'],
    ['none.nt', '\n'],
    ['none.nq', ''],
    ['none.jsonld', '{"@context":{},"@graph":[\n]}\n'],
    ['list.jsonld', '[]'],
    ['object.jsonld', '{}'],
    ['empty.jsonld', ''],
    ['blank.jsonld', ' \n\n'],
    ['context.jsonld', '{"@context":{"e":"http://e.org/"}}'],
    ['id.jsonld', '{"@id":"http://e.org/s"}'],
    ['ids.jsonld', '[{"@id":"http://e.org/s"},{"@context":{},"@id":"http://e.org/t"}]'],
    ['prefixes.ttl', '@prefix e: <http://e.org/> .'],
  ])('does not pass %s, which holds no statement', async (name, text) => {
    await expect(linted(name, text)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      exitCode: 2,
      message: expect.stringContaining('holds no statement'),
    });
  });

  it('reports a truncated file, and checks the triples before', async () => {
    const found = await linted('broken.nt', `${BOOLEAN}${HEAD}"never ends\n`);
    expect(counts(found)).toMatchObject({ syntax: 1 });
    expect(found.findings[0]?.examples[0]?.term).toMatch(/line 2/);
    expect(counts(await linted('cut.nt.gz', gzipSync(BOOLEAN).subarray(0, 30)))).toMatchObject({ syntax: 1 });
  });

  it('throws for a missing file, and when it is interrupted', async () => {
    const gone = { path: join(folder, 'gone.nt'), format: 'nt', isPacked: false } as const;
    await expect(lint([gone], LINT_STORE_NAMES, silent, () => {})).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    });
    const path = join(folder, 'a.nt');
    await writeFile(path, BOOLEAN);
    const stop = () => {
      throw new TypeError('stopped');
    };
    await expect(lint([await recognise(path)], LINT_STORE_NAMES, silent, stop)).rejects.toThrow('stopped');
  });

  it('checks triples that parsers of the project refuse', () => {
    const ids = (object: Literal | NamedNode): string[] => {
      const linter = new Linter();
      linter.add('f', quad(namedNode('http://e.org/s'), namedNode('http://e.org/p'), object));
      return linter.findings.map(({ rule }) => rule.id);
    };
    // Oxigraph: 'Invalid IRI code point'; Virtuoso's graph store answers 500.
    for (const iri of ['http://e.org/a b', 'http://e.org/a|b', 'http://e.org/a"b', 'p', 'http://e.org/a#b#c'])
      expect(ids(namedNode(iri))).toContain('iri-unlawful');
    expect(ids(literal('half \ud800'))).toContain('half-character');
    expect(ids(literal('whole \ud83d\ude00'))).toEqual([]);
    // Nine letters in a part, and an underscore: BCP 47, section 2.1 has neither.
    expect(ids(literal('x', 'en-verylong9'))).toContain('language-tag-unlawful');
    expect(ids(literal('x', 'en_us'))).toContain('language-tag-unlawful');
    for (const lawful of ['en', 'ga-latg', 'sr-latn-rs', 'de-ch-1996', 'x-klingon', 'en-x-private', 'und'])
      expect(ids(literal('x', lawful))).toEqual([]);
    const langString = namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#langString');
    expect(ids(literal('x', langString))).toContain('language-missing');
  });
});

describe('language tags', () => {
  it('are checked as written, although the parser lowercases them', async () => {
    const text = `${HEAD}"x"@ga-Latg .\n${HEAD}"y"@ga .\n${HEAD}"z \\"@EN \\" "@en .\n`;
    const { findings } = await linted('tags.nt', text);
    expect(findings.map(({ rule, count, examples }) => [rule.id, count, examples])).toEqual([
      ['language-tag-case', 1, [{ file: 'tags.nt', term: '@ga-Latg' }]],
    ]);
  });

  it('are found with any division of a file', () => {
    const text = `${HEAD}"x"@ga-Latg .\n${HEAD}"y"@en-IE, "z"@GA ;`.repeat(3);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: text.length })), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), text.length];
        const tags: string[] = [];
        const find = findLanguageTags((tag) => tags.push(tag));
        for (const [index, from] of at.entries()) find(text.slice(from, at[index + 1] ?? text.length));
        expect(tags).toEqual(['ga-Latg', 'en-IE', 'GA', 'ga-Latg', 'en-IE', 'GA', 'ga-Latg', 'en-IE', 'GA']);
      }),
    );
  });
});
