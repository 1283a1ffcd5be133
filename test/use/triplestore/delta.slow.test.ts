import { createHash } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PROTOCOLS, storeKind } from '../../../src/use/triplestore/store-kinds.js';
import { scratch } from '../../support/files.js';
import { deltaInto, howOf, loadInto } from './loading.js';
import { type OxigraphServer, quadsOf, startOxigraph } from './oxigraph-server.js';
import { dataQuadsOf, sharedReleases } from './releases.js';
import { holding } from './store-content.js';

const { before, after, held, fresh, quadsBefore, quadsAfter } = await sharedReleases();

const inPlace = (server: OxigraphServer): string[] =>
  dataQuadsOf(server.store).filter((quad) => !quad.endsWith('/next> .'));

describe('a store with the previous release', () => {
  test.each(PROTOCOLS)('equals a fresh load after the delta, by %s', async (protocol) => {
    const server = await holding(held);
    await deltaInto(server.url, after, { protocol });
    expect(quadsOf(server.store)).toEqual(fresh);
    expect(dataQuadsOf(server.store)).toEqual(quadsAfter);
  });

  test('equals it with small requests, too', async () => {
    const server = await holding(held);
    await deltaInto(server.url, after, { portion: 1000 });
    expect(quadsOf(server.store)).toEqual(fresh);
    expect(server.seen.length).toBeGreaterThan(100);
  });

  test('receives only the changes', async () => {
    const server = await holding(held);
    const sent = server.seen.length;
    const how = howOf(await deltaInto(server.url, after));
    const bytes = server.seen.slice(sent).reduce((sum, { body }) => sum + body.length, 0);
    const whole = fresh.reduce((sum, quad) => sum + quad.length, 0);
    expect(bytes).toBeLessThan(whole);
    expect(new Set(Object.values(how))).toEqual(new Set(['updated', 'kept']));
  });

  test('has no triples of suppressed records', async () => {
    const suppressed = (await readFile(join(after, 'delta', 'suppressed.txt'), 'utf8'))
      .split('\n')
      .filter(Boolean);
    expect(suppressed.length).toBeGreaterThan(0);
    const server = await holding(held);
    const speaksOf = (quad: string): boolean =>
      suppressed.some((iri) => quad.includes(`<${iri}>`) || quad.includes(`<${iri}#`));
    expect(quadsOf(server.store).some(speaksOf)).toBe(true);
    await deltaInto(server.url, after);
    expect(quadsOf(server.store).filter(speaksOf)).toEqual(fresh.filter(speaksOf));
  });

  test('shows readers one release or the other', async () => {
    const server = await holding(held);
    const old = inPlace(server).join('\n');
    const seen = new Set<string>();
    server.behave({
      fate: () => {
        seen.add(inPlace(server).join('\n'));
        return 'answered';
      },
    });
    await deltaInto(server.url, after);
    seen.add(inPlace(server).join('\n'));
    expect(seen).toEqual(new Set([old, quadsAfter.join('\n')]));
  });

  test('is updated graph by graph without transactions over several graphs', async () => {
    const server = await holding(held);
    await deltaInto(server.url, after, { kind: { ...storeKind('oxigraph'), swapMode: 'graph by graph' } });
    expect(quadsOf(server.store)).toEqual(fresh);
  });

  test('reports all graphs as kept the second time', async () => {
    const server = await holding(held);
    await deltaInto(server.url, after);
    const how = howOf(await deltaInto(server.url, after));
    expect(new Set(Object.values(how))).toEqual(new Set(['kept']));
    expect(quadsOf(server.store)).toEqual(fresh);
  });
});

describe('a store', () => {
  test('that is empty is refused', async () => {
    const server = await startOxigraph();
    onTestFinished(() => server.stop());
    await expect(deltaInto(server.url, after)).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: 'The delta of release after changes before, but the store has no release.',
    });
    expect(server.seen).toEqual([]);
  });

  test('with another release is refused; the message has that release', async () => {
    const server = await holding(held);
    server.store.update(
      `DELETE { GRAPH ?l { ?g ?p ?old } } INSERT { GRAPH ?l { ?g ?p ?new } } WHERE { GRAPH ?l { ?g ?p ?old }
       FILTER STRENDS(STR(?l), "/dataset/loaded") BIND (IRI(REPLACE(STR(?old), "/before/", "/earlier/")) AS ?new) FILTER isIRI(?old) }`,
    );
    const quads = quadsOf(server.store);
    await expect(deltaInto(server.url, after)).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringMatching(
        /has <https:\/\/data\.example\.org\/folklore\/dataset\/\w+\/earlier\/\w+>\.$/,
      ),
      hint: expect.stringContaining('--delta'),
    });
    expect(quadsOf(server.store)).toEqual(quads);
  });

  test('that has lost triples of the previous release is refused', async () => {
    const server = await holding(held);
    server.store.update(
      'DELETE { GRAPH ?g { ?s ?p ?o } } WHERE { SELECT * { GRAPH ?g { ?s ?p ?o } FILTER STRENDS(STR(?g), "/places") } LIMIT 1 }',
    );
    const quads = quadsOf(server.store);
    await expect(deltaInto(server.url, after)).rejects.toMatchObject({ code: 'COUNT_MISMATCH', exitCode: 6 });
    expect(inPlace(server)).toEqual(quads.filter((quad) => !/dataset\/loaded> \.$/.test(quad)));
    await loadInto(server.url, after);
    expect(quadsOf(server.store)).toEqual(fresh);
  });
});

describe('a graph that the delta does not touch', () => {
  test('is counted, too', async () => {
    const whole = await holding(held);
    const { graphs } = await deltaInto(whole.url, after);
    const kept = graphs.find(({ outcome: how, triples }) => how === 'kept' && triples > 0);
    const server = await holding(held);
    server.store.update(
      `DELETE { GRAPH <${kept?.graph}> { ?s ?p ?o } } WHERE { SELECT * { GRAPH <${kept?.graph}> { ?s ?p ?o } } LIMIT 1 }`,
    );
    const quads = inPlace(server);
    await expect(deltaInto(server.url, after)).rejects.toMatchObject({
      code: 'COUNT_MISMATCH',
      message: expect.stringContaining(`in the store; expected: ${kept?.triples}.`),
    });
    expect(inPlace(server)).toEqual(quads);
  });
});

describe('a delta', () => {
  test('that is missing is an error', async () => {
    const server = await holding(held);
    await expect(deltaInto(server.url, before)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('has no delta'),
    });
  });

  test('that is damaged changes nothing', async () => {
    const server = await holding(held);
    const damaged = join(await scratch(), 'damaged');
    await cp(after, damaged, { recursive: true });
    const file = join(damaged, 'delta', 'placenames', 'patch.rdfp.gz');
    const rows = gunzipSync(await readFile(file))
      .toString('utf8')
      .split('\n');
    const at = rows.findIndex((row) => row.startsWith('D '));
    await writeFile(file, gzipSync(rows.filter((_, index) => index !== at).join('\n')));
    await expect(deltaInto(server.url, damaged)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(/patch\.rdfp\.gz cannot be loaded: its checksum differs/),
    });
    expect(inPlace(server)).toEqual(quadsBefore);
  });

  test.each([
    ['missing', (list: string) => rm(list)],
    ['shorter than it was', (list: string) => writeFile(list, '')],
  ])('whose list of suppressed IRIs is %s is not applied', async (_, damage) => {
    const server = await holding(held);
    const damaged = join(await scratch(), 'damaged');
    await cp(after, damaged, { recursive: true });
    await damage(join(damaged, 'delta', 'suppressed.txt'));
    await expect(deltaInto(server.url, damaged)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    expect(inPlace(server)).toEqual(quadsBefore);
  });

  describe('of an older format', () => {
    const entriesOf = (manifest: Record<string, unknown>, name: string) =>
      ['deltas', 'others'].flatMap((list) =>
        (manifest[list] as { path: string; sha256: string; bytes: number; unpacked?: number }[]).filter(
          ({ path }) => path.startsWith('delta/') && path.includes(name),
        ),
      );

    /** A copy of the release whose patches have other rows. */
    async function withPatches(change: (rows: string[], publication: string) => string[]) {
      const release = join(await scratch(), 'older');
      await cp(after, release, { recursive: true });
      const path = join(release, 'manifest.json');
      const manifest = JSON.parse(await readFile(path, 'utf8'));
      for (const entry of entriesOf(manifest, 'patch.rdfp')) {
        const rows = gunzipSync(await readFile(join(release, entry.path)))
          .toString('utf8')
          .split('\n');
        const [, publication = ''] = entry.path.split('/');
        const text = change(rows, publication).join('\n');
        const bytes = gzipSync(text);
        await writeFile(join(release, entry.path), bytes);
        Object.assign(entry, {
          sha256: createHash('sha256').update(bytes).digest('hex'),
          bytes: bytes.length,
          ...(entry.unpacked === undefined ? {} : { unpacked: Buffer.byteLength(text) }),
        });
      }
      for (const list of ['deltas', 'others'])
        manifest[list] = manifest[list].filter(
          ({ path: file }: { path: string }) => !file.includes('removed-properties.txt'),
        );
      await writeFile(path, JSON.stringify(manifest));
      return release;
    }

    test('that removes literals row by row, without a list of properties, is applied', async () => {
      const lists = new Map<string, Set<string>>();
      for (const publication of ['folklore', 'placenames']) {
        const bytes = await readFile(join(after, 'delta', publication, 'removed-properties.txt.gz'));
        lists.set(publication, new Set(gunzipSync(bytes).toString('utf8').split('\n').filter(Boolean)));
      }
      const release = await withPatches((rows, publication) => {
        const properties = lists.get(publication) ?? new Set();
        const removed = quadsBefore.filter((quad) => {
          const [, subjectAndProperty, graph] = /^(<\S+> <\S+>) .* (<\S+>) \.$/.exec(quad) ?? [];
          return properties.has(`${subjectAndProperty} ${graph}`);
        });
        expect(removed.length).toBeGreaterThan(0);
        const first = rows.findIndex((row) => /^[AD] /.test(row));
        return rows.toSpliced(first, 0, ...removed.map((quad) => `D ${quad}`));
      });
      const server = await holding(held);
      await deltaInto(server.url, release);
      expect(dataQuadsOf(server.store)).toEqual(quadsAfter);
    });

    test('with rows of another kind is refused before anything changes', async () => {
      const release = await withPatches((rows) => rows.toSpliced(-2, 0, 'PA "e" "http://e.org/" .'));
      const server = await holding(held);
      await expect(deltaInto(server.url, release)).rejects.toMatchObject({
        code: 'FILE_UNREADABLE',
        message: expect.stringMatching(/patch\.rdfp\.gz cannot be loaded: it has a row in a format that/),
        hint: 'Load the whole release: the same command without --delta.',
      });
      expect(inPlace(server)).toEqual(quadsBefore);
    });
  });
});
