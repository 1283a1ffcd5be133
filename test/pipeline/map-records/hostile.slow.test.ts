import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { MappedNode } from '../../../src/model/rdf/formats/format.js';
import { KINDS } from '../../../src/model/records/kinds.js';
import type { Kind } from '../../../src/model/records/record.js';
import { expectEqualDumps, type Outcome, SENT, wayOf } from './path.js';
import { HOSTILE_TEXTS, HOSTILE_VALUES, LAWFUL, MEGABYTES } from './values.js';
import { type Leaf, leavesOf, recordsOf, SILENCES, type Values, withValue } from './walk.js';

/**
 * The term gate: whatever a record holds, it is published as what it says, or kept out with the place or the
 * term that is wrong. Nothing throws, and nothing unlawful reaches a sink. `RUNS=10000` is the long run.
 */
const RUNS = Number(process.env.RUNS ?? 10);
const LONG = RUNS >= 10_000;
if (LONG) vi.setConfig({ testTimeout: 1_800_000 });
const IN_ONE_DUMP = 100;

/** Collects what was said, and reads it back from dumps of many records. */
class Dumps {
  #said: MappedNode[] = [];
  readonly counts = { published: 0, quarantined: 0, unreadable: 0 };

  async take(outcome: Outcome): Promise<Outcome['is']> {
    this.counts[outcome.is] += 1;
    if (outcome.is === 'published') this.#said.push(...outcome.said);
    else expectBlame(outcome);
    if (this.#said.length >= IN_ONE_DUMP) await this.check();
    return outcome.is;
  }

  async check(): Promise<void> {
    const said = this.#said;
    this.#said = [];
    await expectEqualDumps(said);
  }
}

/** A record that stays out says where, or which of its terms is to blame. */
function expectBlame(outcome: Exclude<Outcome, { is: 'published' }>): void {
  if (outcome.is === 'unreadable') {
    expect(outcome.faults.length).toBeGreaterThan(0);
    for (const { pointer, message } of outcome.faults) expect(`${pointer} ${message}`).toMatch(/^\/\w.* ./);
    return;
  }
  for (const { subject, term, reason } of outcome.bad) {
    const itsOwn = outcome.quads.filter((quad) => quad.subject.value === subject);
    expect(itsOwn.flatMap((quad) => [subject, quad.predicate.value, quad.object.value])).toContain(term);
    expect(reason).not.toBe('');
  }
}

/** A record with a value in everything that it can say. */
const wholeOf = (kind: Kind): unknown =>
  leavesOf(KINDS[kind].schemas.described)
    .filter(({ path }) => path[0] !== SILENCES)
    .reduce<unknown>(
      (record, { path, sort }) => withValue(record, path, sort === 'other' ? plainValue(path) : 'Abc'),
      {},
    );

const plainValue = (path: Leaf['path']): unknown => {
  const field = String(path.findLast((step) => step !== 0));
  if (/^(date(Created|Modified)|editorsPick|featured)$/.test(field)) return '2017-09-06T14:25:36.3Z';
  if (/^(main|disambiguates|titlePage|digitized|accurate|sensitive|approved|moderated)$/.test(field))
    return true;
  return field === 'kind' ? 'item' : 7;
};

/** Texts of which nothing is left: they are no value, and where one is required the record cannot be read. */
const isNothing = (outcome: Outcome): boolean =>
  outcome.is === 'unreadable' && outcome.faults.every(({ message }) => message === 'is missing');

/** In the short run each field or kind gets a share of the values, and the next one the values after those. */
const shareOf = <T>(all: readonly T[], which: number, inSome: number): T[] =>
  all.filter((_, position) => LONG || position % inSome === which % inSome);

/** In the short run, kinds whose texts take each of the ways there are: transcripts, photographs, places. */
const LONG_TEXTS = LONG
  ? SENT
  : SENT.filter((kind) => /^(cbes.transcript|cbeg.photograph|place)$/.test(kind));

describe('a hostile text in every text of a record', () => {
  it.each(SENT)('of %s is published as the text it is, or is no value', async (kind) => {
    const dumps = new Dumps();
    const texts = leavesOf(KINDS[kind].schemas.described).filter(({ sort }) => sort === 'text');
    const whole = wholeOf(kind);
    for (const hostile of shareOf(HOSTILE_TEXTS, SENT.indexOf(kind), 4)) {
      const record = texts.reduce((one, { path }) => withValue(one, path, hostile), whole);
      const outcome = wayOf(kind, record);
      if (!isNothing(outcome)) expect({ hostile, is: outcome.is }).toEqual({ hostile, is: 'published' });
      await dumps.take(outcome);
    }
    await dumps.check();
  });

  it.each(LONG_TEXTS)('of %s may be a megabyte', async (kind) => {
    const texts = leavesOf(KINDS[kind].schemas.described).filter(({ sort }) => sort === 'text');
    const [first] = texts;
    for (const { path } of LONG ? texts : first === undefined ? [] : [first]) {
      for (const megabyte of LONG || kind === 'cbes.transcript' ? MEGABYTES : MEGABYTES.slice(0, 1)) {
        const outcome = wayOf(kind, withValue(wholeOf(kind), path, megabyte));
        if (outcome.is !== 'published') expect.fail(`${path.join('/')}: ${outcome.is}`);
        await expectEqualDumps(outcome.said);
      }
    }
  });
});

describe.each([
  { where: 'any code, address, file name or date', sort: 'code', values: HOSTILE_TEXTS, inSome: 24 },
  { where: 'any other field', sort: 'other', values: HOSTILE_VALUES, inSome: 15 },
])('a hostile value in $where of a record', ({ sort: which, values, inSome }) => {
  it.each(SENT)('of %s is published as it is, or kept out with its name or its place', async (kind) => {
    const dumps = new Dumps();
    const whole = wholeOf(kind);
    const places = leavesOf(KINDS[kind].schemas.described).filter(({ sort }) => sort === which);
    for (const [index, { path }] of places.entries()) {
      const some = shareOf(values, index, inSome);
      for (const hostile of some) await dumps.take(wayOf(kind, withValue(whole, path, hostile)));
    }
    await dumps.check();
  });
});

describe(`${RUNS} random records with hostile texts and codes`, () => {
  const text = fc.oneof(
    fc.constantFrom(...HOSTILE_TEXTS),
    fc
      .tuple(fc.constantFrom(...HOSTILE_TEXTS), fc.constantFrom(...HOSTILE_TEXTS))
      .map(([a, b]) => `${a}${b}`),
    fc.string({ unit: 'binary' }),
  );
  const code = (field: string) =>
    fc.oneof({ arbitrary: LAWFUL.code(field), weight: 9 }, { arbitrary: text, weight: 1 });
  const values: Values = { ...LAWFUL, text, code };

  it.each(SENT)('of %s', async (kind) => {
    const dumps = new Dumps();
    const made = recordsOf(KINDS[kind].schemas.described, values);
    await fc.assert(
      fc.asyncProperty(made, async (record) => void (await dumps.take(wayOf(kind, record)))),
      { numRuns: RUNS },
    );
    await dumps.check();
    expect(dumps.counts.published).toBeGreaterThan(0);
  });
});
