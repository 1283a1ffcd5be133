import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../src/model/records/record.js';
import { runs } from '../../model/shacl/runs.js';
import {
  type Answers,
  addedCounts,
  type Built,
  builtOf,
  failing,
  sampleAnswers,
  withRecords,
} from './field-faults/faulty-build.js';
import { type FaultyRecord, FaultyRecords } from './field-faults/records.js';

/**
 * Faults in every field of every schema, by the hundred in each harvest: no record ends a run, each is counted, and what has no
 * fault is published as it was. `RUNS=400 SEED=random` tries more of them.
 */
const { seed = Date.now() } = fc.readConfigureGlobal();
const BUILDS = runs(3);
const RECORDS = 250;
/** Of these builds one has the files of all features. */
const WHOLE = 10;

/** Records of the sample whose statements come from one record alone. */
const OWN =
  /^(?!omissions|schools-people )\S+ (?:cbes?\/(?:volume|part|item|page|transcript)|cbeg\/photograph|cbed\/person|place)\//;

/** Kinds whose records are counted where they are sent, and only there: others are mentioned, too. */
const SENT: readonly Kind[] = [
  ...(['cbe.volume', 'cbe.part', 'cbe.item', 'cbe.page', 'cbes.volume', 'cbes.part', 'cbes.item'] as const),
  ...(['cbes.page', 'cbes.transcript', 'cbeg.photograph', 'place'] as const),
];

/** How many records of a kind are counted, those that were sent twice too. */
const countIn = ({ result: { ledger, notes } }: Built, kind: Kind): number =>
  (ledger.rows().find((row) => row.kind === kind)?.fetched ?? 0) +
  (notes.duplicates.find((row) => row.kind === kind)?.count ?? 0);

/** What is wrong with a build of records with faults, beside one without. */
async function wrongIn(faulty: readonly FaultyRecord[], isWhole: boolean, sound: Sound): Promise<string[]> {
  const { answers, profile, built: before } = sound;
  let built: Built;
  try {
    built = await builtOf(withRecords(answers, faulty), profile, isWhole);
  } catch (thrown) {
    // Exit codes 0 and 5 are those of a build that ends; an error has another one.
    return [String((thrown as Error).stack)];
  }
  const added = addedCounts(faulty);
  const counts = SENT.flatMap((kind) => {
    const counted = countIn(built, kind) - countIn(before, kind);
    const sent = added.get(kind) ?? 0;
    return counted === sent ? [] : [`${kind}: ${sent} were sent, ${counted} are counted`];
  });
  const changed = [...before.records].flatMap(([key, lines]) =>
    OWN.test(key) && built.records.get(key)?.join('\n') !== lines.join('\n')
      ? [`${key} is not what it was`]
      : [],
  );
  return [...counts, ...changed, ...(/\b(?:Type|Range|Syntax|Reference)Error\b/.exec(built.findings) ?? [])];
}

/** A harvest without faults, and its release. */
interface Sound {
  readonly profile: 'public' | 'privileged';
  readonly answers: Answers;
  readonly built: Built;
}

describe.each([
  ['public', 'public'],
  ['privileged', 'archive'],
] as const)('with a %s key', (profile, key) => {
  test(`${BUILDS} harvests of ${RECORDS} records with faults, seed ${seed}`, {
    timeout: 7_200_000,
  }, async () => {
    const answers = await sampleAnswers(key);
    const sound: Sound = { profile, answers, built: await builtOf(answers, profile, false) };
    expect([...sound.built.records.keys()].filter((name) => OWN.test(name)).length).toBeGreaterThan(80);
    const records = new FaultyRecords(seed, profile === 'privileged');
    for (let count = 0; count < BUILDS; count += 1) {
      const faulty = records.some(RECORDS);
      const isWhole = count % WHOLE === 0;
      if ((await wrongIn(faulty, isWhole, sound)).length === 0) continue;
      const least = await failing(faulty, async (some) => (await wrongIn(some, isWhole, sound)).length > 0);
      expect({ seed, least, wrong: await wrongIn(least, isWhole, sound) }).toEqual({
        seed,
        least,
        wrong: [],
      });
    }
  });
});
