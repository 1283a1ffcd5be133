import { parentPort, type TransferListItem, workerData } from 'node:worker_threads';
import { type ErrorCode, type ExitCode, FolkloreError, messageOf } from '../base/errors.js';
import type { Batch } from './batch.js';
import type { Folio } from './folio.js';
import { type Knowledge, Scribe } from './scribe.js';
import type { BuildPlan } from './settings.js';
import { type UnitRef, UnitSet } from './unit.js';
import { voiceOf } from './voice.js';

/** What has to be known of the whole harvest, as plain data. */
export type Known = Omit<Knowledge, 'withheld' | 'unreadable'> &
  Readonly<Record<'withheld' | 'unreadable', readonly UnitRef[]>>;

/** What a thread is told: first what it has to know, then one batch after another. */
export type Told = { readonly known: Known } | { readonly number: number; readonly batch: Batch };

export type Answered =
  | { readonly number: number; readonly folio: Folio }
  | { readonly number: number; readonly failure: Failure };

/** An error on its way between threads, which leaves its class behind. */
interface Failure {
  readonly message: string;
  readonly own?: { readonly code: ErrorCode; readonly hint: string; readonly exitCode: ExitCode };
}

const plan = workerData as BuildPlan;
const voice = voiceOf(plan);
/** Whatever comes next waits for what came before. */
let turn: Promise<Scribe | undefined> = Promise.resolve(undefined);

parentPort?.on('message', (told: Told) => {
  turn = turn.then(async (scribe) => {
    if ('known' in told) return new Scribe(plan, knowledgeOf(told.known), await voice);
    if (scribe === undefined) throw new Error('A scribe must know the harvest before it writes.');
    await answer(scribe, told);
    return scribe;
  });
});

async function answer(scribe: Scribe, { number, batch }: Extract<Told, { batch: object }>): Promise<void> {
  try {
    const folio = await scribe.write(batch);
    const answered: Answered = { number, folio };
    parentPort?.postMessage(answered, transferable(folio));
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

/** The texts, which change hands instead of being copied; small ones share their memory with others. */
function transferable({ portions }: Folio): TransferListItem[] {
  return [...portions.values()]
    .flatMap(({ texts, block }) => [...Object.values(texts), ...(block === undefined ? [] : [block.text])])
    .filter((text) => text.byteLength === text.buffer.byteLength)
    .map(({ buffer }) => buffer as ArrayBuffer);
}

function failureOf(thrown: unknown): Failure {
  const message = messageOf(thrown);
  if (!(thrown instanceof FolkloreError)) return { message };
  const { code, hint, exitCode } = thrown;
  return { message, own: { code, hint, exitCode } };
}
