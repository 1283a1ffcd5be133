import { appendFile, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareReleases, type DeltaOrder, writeDelta } from '../../../src/release/delta/delta.js';
import { filesBelow, scratch } from '../../support/files.js';
import { asTriple, literalsGone, mentions, merged, patched, type Read, readDelta } from './applied.js';
import { BASE, type Lines, pairs, placeOf, sortedText, writeRelease } from './synthetic.js';

/** Old release and delta give the new one, exactly; nothing suppressed is published again (model 6). */

/** `RUNS=100 npx vitest run test/release/delta/delta` tries more of them. */
const RUNS = Number(process.env.RUNS ?? 8);

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
        const { read, folder, out, result, order } = await deltaOf(pair, packed as 'gzip' | 'none');
        // The same numbers when nothing is written.
        expect(await compareReleases(order)).toEqual({ ...result, files: [] });
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
      { numRuns: RUNS },
    );
    // The runs must have suppressed records.
    expect(forgotten).toBeGreaterThan(10);
    expect(again).toBeGreaterThan(0);
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
      { numRuns: Math.ceil(RUNS / 2) },
    );
  });
});

/** Lines of a delta about a withheld or suppressed record that the new release does not have. */
function republished({ after, withheld }: Pair, delta: Read): string[] {
  const published = new Set(Object.values(after).flat());
  const lines = [...delta.removed, ...delta.added, ...[...delta.deleted, ...delta.inserted].map(asTriple)];
  return lines.filter((line) => mentions(line, [...withheld, ...delta.suppressed]) && !published.has(line));
}

const [one, two, three] = [1, 2, 3].map((id) => `${BASE}cbed/person/${id}`);
const named = (...iris: readonly (string | undefined)[]) => iris.map((iri) => `<${iri}> <urn:x:name> "x" .`);

/** A row of releases, each with the delta from the one before. */
async function row(
  ...months: readonly {
    lines: Lines;
    withheld?: readonly (string | undefined)[];
    texts?: readonly string[];
  }[]
) {
  const folder = await scratch();
  const results = [];
  for (const [at, { lines, withheld = [], texts = [] }] of months.entries()) {
    const current = await writeRelease(join(folder, String(at)), lines, 'gzip');
    if (at === 0) continue;
    results.push(
      await writeDelta({
        previous: join(folder, String(at - 1)),
        current,
        placeOf,
        isSuppressed: (iri) => withheld.includes(iri),
        isSuppressedProperty: (_, property) => texts.includes(property),
        out: join(current, 'delta'),
      }),
    );
  }
  return { folder, results, lists: results.map(({ suppressed }) => [...suppressed].sort()) };
}

describe('the list of suppressed records', () => {
  it('goes from release to release until a record is published again', async () => {
    const { lists, results, folder } = await row(
      { lines: { people: named(one, two, three) } },
      { lines: { people: named(three) }, withheld: [one, two] },
      { lines: { people: named(three) } },
      { lines: { people: named(two, three) } },
      { lines: { people: named(two) } },
    );
    expect(lists).toEqual([[one, two], [one, two], [one], [one]]);
    // Listed once; a record that was deleted at the source is removed, not suppressed.
    expect(results.map(({ records }) => records)).toEqual([
      { added: 0, removed: 0, changed: 0, suppressed: 2 },
      { added: 0, removed: 0, changed: 0, suppressed: 0 },
      { added: 1, removed: 0, changed: 0, suppressed: 0 },
      { added: 0, removed: 1, changed: 0, suppressed: 0 },
    ]);
    expect(await readFile(join(folder, '4/delta/suppressed.txt'), 'utf8')).toBe(`${one}\n`);
  });

  it('keeps a property until it has a value again; a changed value is not listed', async () => {
    const texts = ['urn:x:text', 'urn:x:remark'];
    const says = (property: string, text: string) => `<${one}> <${property}> "${text}" .`;
    const record = (...lines: readonly string[]) => ({ people: [...named(one), ...lines] });
    const { lists, results } = await row(
      { lines: record(says('urn:x:text', 'a'), says('urn:x:remark', 'b'), says('urn:x:note', 'c')) },
      { lines: record(says('urn:x:text', 'other')), texts },
      { lines: record(), texts },
      { lines: record(), texts },
      { lines: record(says('urn:x:remark', 'b')), texts },
      { lines: { people: [] }, texts },
    );
    expect(lists).toEqual([
      [`${one} urn:x:remark`],
      [`${one} urn:x:remark`, `${one} urn:x:text`],
      [`${one} urn:x:remark`, `${one} urn:x:text`],
      [`${one} urn:x:text`],
      // A missing record does not suppress its property.
      [`${one} urn:x:text`],
    ]);
    expect(results.map(({ first }) => first.map(({ change }) => change))).toEqual([
      ['changed'],
      ['changed'],
      [],
      ['changed'],
      ['removed'],
    ]);
  });

  it('names no record that has never been published', async () => {
    const { lists } = await row(
      { lines: { people: named(one) } },
      { lines: { people: named(one) }, withheld: [two, three] },
    );
    expect(lists).toEqual([[]]);
  });

  it('is not shortened by a word that a record is not there', async () => {
    const { lists, results } = await row(
      { lines: { people: named(one), omissions: [] } },
      { lines: { people: [], omissions: named(one) }, withheld: [one] },
      { lines: { people: [], omissions: named(one) } },
    );
    expect(lists).toEqual([[one], [one]]);
    expect(results[0]?.first).toEqual([{ record: one, change: 'suppressed' }]);
  });
});

describe('a patch', () => {
  it('names the one before, as a log of patches needs it', async () => {
    const { folder } = await row(
      { lines: { people: named(one) } },
      { lines: { people: named(two) } },
      { lines: { people: named(three) } },
    );
    const heads = [1, 2].map(async (at) =>
      gunzipSync(await readFile(join(folder, `${at}/delta/folklore/patch.rdfp.gz`)))
        .toString()
        .split('\n'),
    );
    const [first = [], second = []] = await Promise.all(heads);
    expect(first[1]).toBe('TX .');
    expect(second[1]).toBe(first[0]?.replace('H id', 'H prev'));
    expect(second[0]).not.toBe(first[0]);
  });
});

describe('a line in two datasets', () => {
  it('that leaves one of them has not left their publication', async () => {
    const { folder, results } = await row(
      { lines: { people: named(one), locations: named(one) } },
      { lines: { people: [], locations: named(one) } },
    );
    const files = await filesBelow(join(folder, '1/delta/folklore'));
    const text = (name: string) => gunzipSync(files.get(name) ?? '').toString();
    expect(text('removed.nt.gz')).toBe('');
    expect(text('removed-properties.txt.gz')).toBe(`<${one}> <urn:x:name> <${placeOf('people').graph}>\n`);
    // Who has the publication as one graph loses it with the property, and gets it back.
    expect(text('added.nt.gz')).toBe(`${named(one)[0]}\n`);
    expect(text('patch.rdfp.gz')).not.toContain('"x"');
    expect(results[0]?.first).toEqual([{ record: one, change: 'changed' }]);
    expect(results[0]?.datasets.map(({ dataset, records: { removed } }) => [dataset, removed])).toEqual([
      ['locations', 0],
      ['people', 1],
    ]);
  });
});

describe('releases that cannot be compared', () => {
  const LINES = { people: named(one, two) };

  /** Two releases, one of them damaged. */
  async function damaged(damage: (release: string) => Promise<void>, packed: 'gzip' | 'none' = 'none') {
    const folder = await scratch();
    const previous = await writeRelease(join(folder, 'old'), LINES);
    const current = await writeRelease(join(folder, 'new'), LINES, packed);
    await damage(current);
    return { previous, current, placeOf } satisfies Partial<DeltaOrder>;
  }

  it.each<[string, RegExp, (release: string) => Promise<void>, ('gzip' | 'none')?]>([
    [
      'a folder without data',
      /new cannot be compared: it is no release/,
      (at) => rm(join(at, 'data'), { recursive: true }),
    ],
    [
      'a release without N-Triples',
      /people\.ttl .* not there as N-Triples/,
      async (at) => {
        await rm(join(at, 'data/people.nt'));
        await writeFile(join(at, 'data/people.ttl'), '');
      },
    ],
    ['an empty release', /no N-Triples in its folder data/, (at) => rm(join(at, 'data/people.nt'))],
    [
      'a dataset without N-Triples',
      /places\.jsonld\.gz .* not there as N-Triples/,
      (at) => writeFile(join(at, 'data/places.jsonld.gz'), ''),
    ],
    ['a dataset twice', /twice/, (at) => writeFile(join(at, 'data/people.nt.gz'), '')],
    [
      'a file that ends too soon',
      /people\.nt .* last line has no end/,
      (at) => truncate(join(at, 'data/people.nt'), 60),
    ],
    [
      'a packed file that ends too soon',
      /people\.nt\.gz cannot be compared: the gzip file breaks off/,
      (at) => truncate(join(at, 'data/people.nt.gz'), 40),
      'gzip',
    ],
    [
      'records in another order',
      /line 3 is not in its place/,
      (at) => appendFile(join(at, 'data/people.nt'), `<${BASE}cbed/person/0> <urn:p> "x" .\n`),
    ],
    [
      'lines in another order',
      /line 3 is not in its place/,
      (at) => appendFile(join(at, 'data/people.nt'), `<${two}> <urn:a> "x" .\n`),
    ],
    [
      'a line twice',
      /not in its place/,
      (at) => appendFile(join(at, 'data/people.nt'), `${named(two)[0]}\n`),
    ],
    [
      'N-Triples that are not canonical',
      /line 3 is none of canonical N-Triples/,
      (at) => appendFile(join(at, 'data/people.nt'), `<${two}>  <urn:p> "x" .\n`),
    ],
    [
      'a blank node',
      /line 3 is none of canonical N-Triples/,
      (at) => appendFile(join(at, 'data/people.nt'), '_:b0 <urn:p> "x" .\n'),
    ],
  ])('%s is an error with the file and the remedy', async (_, message, damage, packed) => {
    const order = await damaged(damage, packed);
    await expect(compareReleases(order)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      exitCode: 2,
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/--formats nt/),
    });
  });

  it.each([
    ['anything but IRIs', 'https://e.org/a> <b'],
    ['more than a subject and a property', `${one} urn:x:name urn:x:name`],
    ['a property and no subject', ' urn:x:name'],
  ])('a list that holds %s is an error with the line', async (_, line) => {
    const order = await damaged(async () => {});
    await mkdir(join(order.previous, 'delta'));
    await writeFile(join(order.previous, 'delta/suppressed.txt'), `${one}\n${two} urn:x:name\n${line}\n`);
    await expect(compareReleases(order)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(/suppressed\.txt cannot be compared: line 3 is no IRI/),
    });
  });

  it('a folder with another delta is left as it is', async () => {
    const order = { ...(await damaged(async () => {})), out: join(await scratch(), 'delta') };
    await writeDelta(order);
    const before = await filesBelow(order.out);
    await expect(writeDelta(order)).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE', exitCode: 2 });
    expect(await filesBelow(order.out)).toEqual(before);
  });
});
