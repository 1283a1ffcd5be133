import type { Report } from '../../base/events.js';
import type { Origin } from '../../base/origin.js';
import type { Finding } from '../../shacl/finding.js';
import { isRejected } from '../../shacl/verdict.js';
import type { Described, SinkLanguage } from '../../sinks/sink.js';
import { openForBuild, type StoredHarvest } from '../../store/stored-harvest.js';
import { findingsOf, publishable, say, settingOf } from '../describing.js';
import { type Gathered, gather } from '../gather.js';
import { readHistory } from '../harvest/history.js';
import { asOfHarvest } from '../harvested.js';
import { type Leaving, leavingUnits } from '../leaving.js';
import { readUnits } from '../reading.js';
import { rowOf } from '../row-of.js';
import type { BuildPlan } from '../settings.js';
import type { Kind, PublishedUnit, Unit, UnitRef } from '../unit.js';
import { type Voice, voiceOf } from '../voice.js';
import { chosen, unknown } from './choosing.js';
import { type Field, fieldsOf } from './fields.js';
import { type Sent, sentOf } from './sent.js';
import { named, whyItStays } from './staying.js';
import { Witness } from './witness.js';

/** What is said of a record in one file of a release. */
export interface SaidIn extends Described {
  /** The file, without its ending. */
  readonly dataset: string;
}

/** A record that leaves, or is rejected: from what the service sent to the last triple. */
export interface Shown {
  readonly outcome: 'published' | 'rejected';
  readonly ref: UnitRef;
  readonly sent: Sent;
  /** What was read of it, for records that no answer holds as such. */
  readonly record: object;
  readonly said: readonly SaidIn[];
  readonly findings: readonly Finding[];
  readonly fields: readonly Field[];
  readonly language: SinkLanguage;
}

/** A record that nothing is shown of but why. */
export interface Unshown {
  readonly outcome: 'withheld' | 'unreadable';
  readonly ref: UnitRef;
  readonly origin?: Origin;
  readonly reasons: readonly string[];
}

export type Explanation = Shown | Unshown;

/**
 * Explains one record of the stored harvest, without a request, as the build of the same plan would treat it.
 *
 * @param kinds what the word that somebody typed may mean
 * @throws FolkloreError RECORD_UNKNOWN when there is no such record, or one of several kinds; and what a build throws
 */
export async function explain(
  order: BuildPlan,
  kinds: readonly Kind[],
  id: string,
  report: Report,
): Promise<Explanation> {
  const store = await openForBuild(order.store);
  const plan = asOfHarvest(order, await readHistory(store));
  report({ event: 'started', what: 'reading the harvest' });
  const witness = new Witness(kinds, id);
  const gathered = await gather(store, plan.kinds, plan.profile, witness, plan);
  const ref = chosen({ kinds, id }, plan, gathered, witness);
  const stays = witness.stayed.some((one) => one.kind === ref.kind);
  if (stays) return withheld(ref, plan, gathered, store);
  const lost = witness.lost.find((one) => one.ref.kind === ref.kind);
  if (lost !== undefined) return unreadable(lost);
  for await (const one of leavingUnits(store, plan.kinds, gathered)) {
    if (one.one.kind === ref.kind && (one.one.id === ref.id || isOneOf(one.one, ref))) {
      return shown(one, { plan, gathered, store, voice: await voiceOf(plan) });
    }
  }
  throw unknown({ kinds, id }, [], plan);
}

/** Whether a unit is one of several people that an id of the schools collection stands for (model 7.3, X7). */
const isOneOf = (one: Unit, { id }: UnitRef): boolean => one.kind === 'cbes.person' && one.record.id === id;

async function withheld(
  ref: UnitRef,
  plan: BuildPlan,
  gathered: Gathered,
  store: StoredHarvest,
): Promise<Unshown> {
  if (ref.kind === 'cbes.person') {
    return {
      outcome: 'withheld',
      ref,
      reasons: ['personsProfile is roles-only: of people nothing but their roles leaves'],
    };
  }
  for await (const one of readUnits(store, plan.kinds)) {
    if (one.kind !== ref.kind || one.id !== ref.id) continue;
    const reasons = whyItStays(one, gathered, plan.profile);
    return { outcome: 'withheld', ref, origin: one.origin, reasons };
  }
  return {
    outcome: 'withheld',
    ref,
    reasons: ['it cannot be read, and stands in a record that is withheld'],
  };
}

function unreadable({ ref, record }: Witness['lost'][number]): Unshown {
  const { origin, faults, kind, id } = record;
  const reasons = faults.map(({ pointer, message }) => `${pointer || '/'}: ${message}`);
  const inside = ref.kind === kind && ref.id === id ? [] : [`it stands in ${named({ kind, id: id ?? '?' })}`];
  return { outcome: 'unreadable', ref, origin, reasons: [...inside, ...reasons] };
}

/** Where and with what a record is explained. */
interface Place {
  readonly plan: BuildPlan;
  readonly gathered: Gathered;
  readonly store: StoredHarvest;
  readonly voice: Voice;
}

async function shown({ one, provenance }: Leaving, { plan, gathered, store, voice }: Place): Promise<Shown> {
  const { context, toQuads, checker, language } = voice;
  const setting = settingOf(plan, gathered, context);
  const published = publishable(one, gathered, plan);
  const said = say(published, setting, toQuads);
  const isFailed = 'failed' in said;
  const findings = isFailed ? [said.failed] : await findingsOf(said, checker);
  // Whoever must not be known is not shown either: what was read then stands for what was sent.
  const isHidden = plan.personsProfile === 'roles-only' && rowOf(one).anonymise !== undefined;
  const isSent = provenance === 'read' || provenance === 'shared';
  return {
    outcome: isRejected(findings) ? 'rejected' : 'published',
    ref: { kind: one.kind, id: one.id },
    sent: isSent && !isHidden ? await sentOf(one, store) : { origin: one.origin, unknown: [] },
    record: one.record,
    said: isFailed ? [] : inFiles(published, said),
    findings,
    fields: provenance === 'constant' ? [] : fieldsOf(one, { plan, gathered, setting, toQuads }),
    language,
  };
}

function inFiles(one: PublishedUnit, said: Exclude<ReturnType<typeof say>, { failed: unknown }>): SaidIn[] {
  const { dataset, identity } = rowOf(one);
  const file = typeof dataset === 'function' ? dataset(one.record) : dataset;
  const { identity: elsewhere, ...record } = said;
  return [
    { dataset: file, ...record },
    ...(identity === undefined || elsewhere === undefined
      ? []
      : [{ dataset: identity.dataset, ...elsewhere }]),
  ];
}
