import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PROTOCOLS } from '../../../src/use/triplestore/store-kinds.js';
import { deltaInto, howOf, loadInto } from './loading.js';
import { quadsOf, startOxigraph } from './oxigraph-server.js';
import {
  copyOf,
  dataQuadsOf,
  holding,
  loseTriple,
  seenByReaders,
  sharedReleases,
  watchReaders,
} from './releases.js';

const { before, after, held, fresh, quadsBefore, quadsAfter } = await sharedReleases();

describe('a store with the previous release', () => {
  test.each(PROTOCOLS)('equals a fresh load after the delta, by %s, in small requests', async (protocol) => {
    const server = await holding(held);
    await deltaInto(server.url, after, { protocol, portion: 4000 });
    expect(quadsOf(server.store)).toEqual(fresh);
    expect(dataQuadsOf(server.store)).toEqual(quadsAfter);
    expect(server.seen.length).toBeGreaterThan(50);
  });

  test('receives only the changes, and nothing the second time; readers see one release or the other', async () => {
    const server = await holding(held);
    const seen = watchReaders(server);
    const suppressed = (await readFile(join(after, 'delta', 'suppressed.txt'), 'utf8'))
      .split('\n')
      .filter(Boolean);
    // The test is about something only if a suppressed record was there.
    expect(suppressed.some((iri) => held.includes(`<${iri}>`))).toBe(true);
    const how = howOf(await deltaInto(server.url, after));
    for (const iri of suppressed) expect(quadsAfter.join()).not.toContain(`<${iri}>`);
    expect(new Set([...seen, seenByReaders(server.store).join('\n')])).toEqual(
      new Set([quadsBefore.join('\n'), quadsAfter.join('\n')]),
    );
    const bytes = server.seen.reduce((sum, { body }) => sum + body.length, 0);
    expect(bytes).toBeLessThan(fresh.reduce((sum, quad) => sum + quad.length, 0));
    expect(new Set(Object.values(how))).toEqual(new Set(['updated', 'kept']));
    const again = howOf(await deltaInto(server.url, after));
    expect(new Set(Object.values(again))).toEqual(new Set(['kept']));
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

  test('that has lost triples of the previous release is refused, also in a graph that the delta does not touch', async () => {
    const whole = await holding(held);
    const { graphs } = await deltaInto(whole.url, after);
    for (const outcome of ['updated', 'kept']) {
      const lost = graphs.find((one) => one.outcome === outcome && one.triples > 0)?.graph;
      const server = await holding(held);
      loseTriple(server.store, lost);
      const quads = seenByReaders(server.store);
      await expect(deltaInto(server.url, after)).rejects.toMatchObject({
        code: 'COUNT_MISMATCH',
        exitCode: 6,
        message: expect.stringMatching(/^The graph of \S+ has .* in the store; expected: /),
      });
      expect(seenByReaders(server.store)).toEqual(quads);
      await loadInto(server.url, after);
      expect(quadsOf(server.store)).toEqual(fresh);
    }
  });
});

describe('a delta', () => {
  test.each<[string, (release: string) => Promise<unknown>, RegExp]>([
    ['missing', (release) => rm(join(release, 'delta'), { recursive: true }), /./],
    [
      'damaged',
      async (release) => {
        const file = join(release, 'delta', 'placenames', 'patch.rdfp.gz');
        const rows = String(gunzipSync(await readFile(file))).split('\n');
        const at = rows.findIndex((row) => row.startsWith('D '));
        await writeFile(file, gzipSync(rows.filter((_, index) => index !== at).join('\n')));
      },
      /patch\.rdfp\.gz cannot be loaded: its checksum differs/,
    ],
    ['without its list of suppressed IRIs', (release) => rm(join(release, 'delta/suppressed.txt')), /./],
    [
      'with a shorter list of suppressed IRIs',
      (release) => writeFile(join(release, 'delta/suppressed.txt'), ''),
      /suppressed\.txt/,
    ],
  ])('that is %s changes nothing', async (_, damage, message) => {
    const server = await holding(held);
    const damaged = await copyOf(after);
    await damage(damaged);
    await expect(deltaInto(server.url, damaged)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(message),
    });
    expect(seenByReaders(server.store)).toEqual(quadsBefore);
  });

  test('of a release without one is an error', async () => {
    const server = await holding(held);
    await expect(deltaInto(server.url, before)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('has no delta'),
    });
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
      const release = await copyOf(after);
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
      expect(seenByReaders(server.store)).toEqual(quadsBefore);
    });
  });
});
