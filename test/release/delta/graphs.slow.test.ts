import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import oxigraph from 'oxigraph';
import { expect, test } from 'vitest';
import { parseTurtle } from '../../../src/model/rdf/parse.js';
import { scratch } from '../../support/files.js';
import { quadsOf } from '../../use/triplestore/oxigraph-server.js';
import { expectedQuads, twoReleases } from '../../use/triplestore/releases.js';

/** A delta changes the graphs that the release describes, and no others. */

const NAME = 'http://www.w3.org/ns/sparql-service-description#name';

test('suppressed.ru deletes from the graphs of void.ttl and the catalogue, and from no other', async () => {
  const { before, after } = await twoReleases(await scratch(), { kinds: ['people', 'photographs'] });
  const update = await readFile(join(after, 'delta/suppressed.ru'), 'utf8');
  const suppressed = (await readFile(join(after, 'delta/suppressed.txt'), 'utf8'))
    .split('\n')
    .filter(Boolean);
  expect(suppressed.length).toBeGreaterThan(0);

  const named = parseTurtle(await readFile(join(after, 'void.ttl'), 'utf8'), 'void.ttl')
    .filter(({ predicate }) => predicate.value === NAME)
    .map(({ object }) => object.value);
  const [, list = ''] = /FILTER \(\?g IN \(([^)]*)\)\)/.exec(update) ?? [];
  expect([...list.matchAll(/<([^<>]+)>/g)].map(([, graph]) => graph).sort()).toEqual(
    [...named, 'https://data.example.org/folklore/dataset/catalogue'].sort(),
  );

  const isSuppressed = (quad: string): boolean =>
    suppressed.some((iri) => quad.includes(`<${iri}>`) || quad.includes(`<${iri}#`));
  const ours = await expectedQuads(before);
  const foreign = suppressed.map((iri) => `<${iri}> <http://e.org/note> <${iri}#it> <http://e.org/notes> .`);
  const store = new oxigraph.Store();
  store.load([...ours, ...foreign].join('\n'), { format: 'application/n-quads' });
  store.update(update);
  expect(ours.filter(isSuppressed)).not.toEqual([]);
  expect(quadsOf(store)).toEqual([...ours.filter((quad) => !isSuppressed(quad)), ...foreign].sort());
});
