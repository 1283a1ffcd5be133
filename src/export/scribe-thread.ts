import { parentPort, workerData } from 'node:worker_threads';
import { FolkloreError, messageOf } from '../base/errors.js';
import { memoryOf } from '../sinks/portion.js';
import { type Knowledge, Scribe } from './scribe.js';
import type { BuildPlan } from './settings.js';
import { type Answered, buffersOf, type Failure, type Known, type Told } from './thread-talk.js';
import { type UnitRef, UnitSet } from './unit.js';
import { voiceOf } from './voice.js';

const plan = workerData as BuildPlan;
const voice = voiceOf(plan);
/** Whatever comes next waits for what came before. */
let turn: Promise<Scribe | undefined> = Promise.resolve(undefined);

parentPort?.on('message', (told: Told) => {
  turn = turn.then(async (scribe) => {
    if ('known' in told) return new Scribe(plan, knowledgeOf(told.known), await voice);
    if (scribe === undefined) throw new Error('A scribe must know the harvest before it writes.');
    if ('memory' in told) scribe.giveBack(told.memory);
    else await answer(scribe, told);
    return scribe;
  });
});

async function answer(scribe: Scribe, { number, batch }: Extract<Told, { batch: object }>): Promise<void> {
  try {
    const folio = await scribe.write(batch);
    const answered: Answered = { number, folio };
    const memory = [...folio.portions.values()].flatMap(memoryOf);
    parentPort?.postMessage(answered, buffersOf(memory));
  } catch (thrown) {
    const answered: Answered = { number, failure: failureOf(thrown) };
    parentPort?.postMessage(answered);
  }
}

const knowledgeOf = ({ withheld, unreadable, ...known }: Known): Knowledge => ({
  ...known,
  withheld: setOf(withheld),
  unreadable: setOf(unreadable),
});

function setOf(refs: readonly UnitRef[]): UnitSet {
  const units = new UnitSet();
  for (const ref of refs) units.add(ref);
  return units;
}

function failureOf(thrown: unknown): Failure {
  const message = messageOf(thrown);
  if (!(thrown instanceof FolkloreError)) return { message };
  const { code, hint, exitCode } = thrown;
  return { message, own: { code, hint, exitCode } };
}
