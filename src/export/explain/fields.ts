import { RECORDS } from '../../dictionary/records.js';
import type { Setting } from '../../mapping/setting.js';
import type { ToQuads } from '../../rdf/quads.js';
import { publishable, say } from '../describing.js';
import type { Gathered } from '../gather.js';
import type { BuildPlan } from '../settings.js';
import type { Unit } from '../unit.js';
import { fieldOf } from './path.js';
import { type Reason, unmapped, whyNot } from './reasons.js';
import { type Traced, trace } from './trace.js';

/** What a field of a record became, or why it became nothing. */
export interface Field extends Traced {
  /** It is not the record's own: what stands around it knows it. */
  readonly isAround: boolean;
  /** Only where nothing became of it; absent even then: nobody knows why, and something is amiss. */
  readonly why?: Reason;
}

/** What is known beside the record when it is described. */
export interface Surroundings {
  readonly plan: Pick<BuildPlan, 'profile'>;
  readonly gathered: Pick<Gathered, 'withheld'>;
  readonly setting: Setting;
  readonly toQuads: ToQuads;
}

/** What became of every field of a record that leaves, in the record's order. */
export function fieldsOf(one: Unit, { plan, gathered, setting, toQuads }: Surroundings): Field[] {
  const { described, around } = RECORDS[one.kind];
  const isLawful = (record: object): boolean => described.safeParse(record).success;
  // A record from which the people were taken out is not what the dictionary says, and neither are its neighbours.
  const admits = isLawful(one.record) ? isLawful : () => true;
  const sayIt = (record: object) => {
    const said = say(publishable({ ...one, record } as Unit, gathered, plan), setting, toQuads);
    return 'failed' in said ? undefined : [said, ...(said.identity === undefined ? [] : [said.identity])];
  };
  const isIdle = (field: string): boolean => unmapped(one.kind, field) !== undefined;
  return trace(one.record, sayIt, admits, isIdle).map((traced) => {
    const field = { ...traced, isAround: Object.hasOwn(around, String(traced.path[0])) };
    if (traced.became.length > 0 || traced.names.length > 0) return field;
    const why = whyNot(one.kind, fieldOf(traced.path), one.record);
    return why === undefined ? field : { ...field, why };
  });
}
