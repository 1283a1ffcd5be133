import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareReleases, writeDelta } from '../../../src/release/delta/delta.js';
import { filesBelow, scratch } from '../../support/files.js';
import { asTriple, literalsGone, mentions, merged, patched, type Read, readDelta } from './applied.js';
import { type Lines, pairs, placeOf, sortedText, writeRelease } from './synthetic.js';

/** Old release and delta give the new one, exactly; nothing suppressed is published again (model 6). */

interface Pair {
  readonly before: Lines;
  readonly after: Lines;
  readonly withheld: readonly string[];
  readonly former: readonly string[];
}

/** Writes two releases and the delta between them. */
async function deltaOf({ before, after, withheld, former }: Pair, packed: 'gzip' | 'none') {
  const folder = await scratch();
  const previous = await writeRelease(join(folder, 'old'), before, packed);
  const current = await writeRelease(join(folder, 'new'), after, packed);
  await mkdir(join(previous, 'delta'));
  await writeFile(join(previous, 'delta/suppressed.txt'), former.map((iri) => `${iri}\n`).join(''));
  const order = {
    previous,
    current,
    placeOf,
    isSuppressed: (iri: string) => withheld.includes(iri),
  };
  const out = join(current, 'delta');
  const result = await writeDelta({ ...order, out });
  return { folder, order, out, result, read: (publication: string) => readDelta(out, publication) };
}

const datasetsOf = ({ before, after }: Pair, publication?: string): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (dataset) => publication === undefined || placeOf(dataset).publication === publication,
  );

const only = (lines: Lines, datasets: readonly string[]): Lines =>
  Object.fromEntries(datasets.map((dataset) => [dataset, lines[dataset] ?? []]));

describe('any two releases', () => {
  it('old and delta make new: dataset by dataset, byte by byte, and each publication as one graph', async () => {
    let [forgotten, again] = [0, 0];
    await fc.assert(
      fc.asyncProperty(pairs, fc.constantFrom('gzip', 'none'), async (pair, packed) => {
        const { read, folder, out, result } = await deltaOf(pair, packed as 'gzip' | 'none');
        for (const publication of ['folklore', 'placenames']) {
          const delta = await read(publication);
          const datasets = datasetsOf(pair, publication);
          for (const dataset of datasets) {
            const text = patched(pair.before[dataset] ?? [], placeOf(dataset).graph, delta);
            expect(text).toBe(sortedText(pair.after[dataset] ?? []));
          }
          expect(merged(only(pair.before, datasets), delta)).toBe(
            sortedText(Object.values(only(pair.after, datasets)).flat()),
          );
          expect(republished(pair, delta)).toEqual([]);
          expect(await literalsGone(out, Object.values(pair.after).flat())).toEqual([]);
          again += delta.added.filter((line) => mentions(line, delta.suppressed)).length;
        }
        forgotten += result.datasets.reduce((sum, { triples }) => sum + triples.forgotten, 0);
        await rm(folder, { recursive: true });
      }),
      { numRuns: 40 },
    );
    // The runs must have suppressed records.
    expect(forgotten).toBeGreaterThan(100);
    expect(again).toBeGreaterThan(20);
  });

  it('no file names a withheld record unless the new release does', async () => {
    await fc.assert(
      fc.asyncProperty(pairs, async (raw) => {
        const after = Object.fromEntries(
          Object.entries(raw.after).map(([dataset, lines]) => [
            dataset,
            lines.filter((line) => !mentions(line, raw.withheld)),
          ]),
        );
        const pair = { ...raw, former: [], after };
        const { read, folder } = await deltaOf(pair, 'gzip');
        for (const publication of ['folklore', 'placenames']) {
          const { removed, added, deleted, inserted, suppressed } = await read(publication);
          const gone = [...removed, ...deleted.map(asTriple)];
          expect(gone.filter((line) => mentions(line, [...pair.withheld, ...suppressed]))).toEqual([]);
          const come = [...added, ...inserted.map(asTriple)];
          expect(come.filter((line) => mentions(line, pair.withheld))).toEqual([]);
        }
        await rm(folder, { recursive: true });
      }),
      { numRuns: 20 },
    );
  });

  it('the same releases give the same bytes, and the same numbers when nothing is written', async () => {
    await fc.assert(
      fc.asyncProperty(pairs, async (pair) => {
        const { out, order, result, folder } = await deltaOf(pair, 'gzip');
        const once = await filesBelow(out);
        await rm(out, { recursive: true });
        await writeDelta({ ...order, out });
        expect(await filesBelow(out)).toEqual(once);
        expect(await compareReleases(order)).toEqual({ ...result, files: [] });
        await rm(folder, { recursive: true });
      }),
      { numRuns: 3 },
    );
  });
});

/** Lines of a delta about a withheld or suppressed record that the new release does not have. */
function republished({ after, withheld }: Pair, delta: Read): string[] {
  const published = new Set(Object.values(after).flat());
  const lines = [...delta.removed, ...delta.added, ...[...delta.deleted, ...delta.inserted].map(asTriple)];
  return lines.filter((line) => mentions(line, [...withheld, ...delta.suppressed]) && !published.has(line));
}
