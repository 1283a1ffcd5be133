import { parentPort, type TransferListItem, workerData } from 'node:worker_threads';
import { type ErrorCode, type ExitCode, FolkloreError, messageOf } from '../base/errors.js';
import type { Batch } from './batch.js';
import type { Folio } from './folio.js';
import { type Knowledge, Scribe } from './scribe.js';
import type { BuildPlan } from './settings.js';
import { type UnitRef, UnitSet } from './unit.js';
import { voiceOf } from './voice.js';

/** What a thread is told when it begins. */
export interface ThreadData {
  readonly plan: BuildPlan;
  readonly knowledge: Omit<Knowledge, 'withheld' | 'unreadable'> &
    Readonly<Record<'withheld' | 'unreadable', readonly UnitRef[]>>;
}

export interface Asked {
  readonly number: number;
  readonly batch: Batch;
}

export type Answered =
  | { readonly number: number; readonly folio: Folio }
  | { readonly number: number; readonly failure: Failure };

/** An error on its way between threads, which leaves its class behind. */
interface Failure {
  readonly message: string;
  readonly own?: { readonly code: ErrorCode; readonly hint: string; readonly exitCode: ExitCode };
}

const { plan, knowledge } = workerData as ThreadData;

const setOf = (refs: readonly UnitRef[]): UnitSet => {
  const units = new UnitSet();
  for (const ref of refs) units.add(ref);
  return units;
};

const scribe = voiceOf(plan).then(
  (voice) =>
    new Scribe(
      plan,
      { ...knowledge, withheld: setOf(knowledge.withheld), unreadable: setOf(knowledge.unreadable) },
      voice,
    ),
);

let turn: Promise<unknown> = scribe;
parentPort?.on('message', ({ number, batch }: Asked) => {
  turn = turn.then(async () => {
    try {
      const folio = await (await scribe).write(batch);
      const answered: Answered = { number, folio };
      parentPort?.postMessage(answered, transferable(folio));
    } catch (thrown) {
      const answered: Answered = { number, failure: failureOf(thrown) };
      parentPort?.postMessage(answered);
    }
  });
});

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
