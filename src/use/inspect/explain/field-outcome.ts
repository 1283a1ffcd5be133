import {
  CONDITIONAL_FIELDS,
  PRIVILEGED_REASONS,
  SILENCED,
  UNMAPPED,
} from '../../../model/mapping/field-notes.js';
import type { MappingContext } from '../../../model/mapping/mapping-context.js';
import type { ToQuads } from '../../../model/rdf/to-quads.js';
import { KINDS } from '../../../model/records/kinds.js';
import type { Kind, SourceRecord } from '../../../model/records/record.js';
import type { GlobalIndex } from '../../../pipeline/global-index/global-index.js';
import { mapRecord, toPublishable } from '../../../pipeline/map-records/map-record.js';
import type { BuildPlan } from '../../../pipeline/plan/build-plan.js';
import { fieldOf } from '../../../pipeline/shards/source-field.js';
import { type Traced, traceFields } from './field-trace.js';

/** Why a field becomes no triple, and the field that the note is on: itself, or one that contains it. */
export interface Reason {
  readonly field: string;
  readonly reason: string;
}

/** Why a field of a kind never becomes a triple; undefined without a note. */
export function unmapped(kind: Kind, field: string): Reason | undefined {
  for (const container of containersOf(field)) {
    const name = container.slice(container.lastIndexOf('.') + 1);
    const reason = UNMAPPED[kind]?.[container] ?? (isPrivileged(name) ? PRIVILEGED_REASONS[name] : undefined);
    if (reason !== undefined) return { field: container, reason };
  }
  return undefined;
}

/** Why a field of this record becomes no triple; undefined without a note, which is a fault. */
function whyNot(kind: Kind, field: string, record: object): Reason | undefined {
  const silenced = SILENCED[kind];
  if (silenced !== undefined && (record as Readonly<Record<string, unknown>>)[silenced.by] !== undefined) {
    return { field, reason: silenced.reason };
  }
  const reason = CONDITIONAL_FIELDS[kind]?.[field];
  return unmapped(kind, field) ?? (reason === undefined ? undefined : { field, reason });
}

const isPrivileged = (name: string): name is keyof typeof PRIVILEGED_REASONS =>
  Object.hasOwn(PRIVILEGED_REASONS, name);

/** The fields that contain a field, from the outermost to itself, lists also without `[]`. */
function containersOf(field: string): string[] {
  const steps = field.split('.');
  return steps.flatMap((_, last) => {
    const container = steps.slice(0, last + 1).join('.');
    return container.endsWith('[]') ? [container.slice(0, -2), container] : [container];
  });
}

/** The triples that a field became, or why it became none. */
export interface FieldOutcome extends Traced {
  /** Whether it is a field of the record that contains this one. */
  readonly isAround: boolean;
  /** Only where it became nothing; absent even then if there is no note, which is a fault. */
  readonly why?: Reason;
}

/** The context in which a record is mapped. */
export interface FieldContext {
  readonly plan: Pick<BuildPlan, 'profile'>;
  readonly globalIndex: Pick<GlobalIndex, 'withheld'>;
  readonly setting: MappingContext;
  readonly toQuads: ToQuads;
}

/** The outcome of every field of a published record, in the record's order. */
export function fieldsOf(
  one: SourceRecord,
  { plan, globalIndex, setting, toQuads }: FieldContext,
): FieldOutcome[] {
  const { described, around } = KINDS[one.kind].schemas;
  const isLawful = (record: object): boolean => described.safeParse(record).success;
  // An anonymised record is not valid, and neither are its variants.
  const isAllowed = isLawful(one.record) ? isLawful : () => true;
  const mapIt = (record: object) => {
    const mapped = mapRecord(
      toPublishable({ ...one, record } as SourceRecord, globalIndex, plan),
      setting,
      toQuads,
    );
    return 'failed' in mapped
      ? undefined
      : [mapped, ...(mapped.identity === undefined ? [] : [mapped.identity])];
  };
  const isIdle = (field: string): boolean => unmapped(one.kind, field) !== undefined;
  return traceFields(one.record, mapIt, isAllowed, isIdle).map((traced) => {
    const field = { ...traced, isAround: Object.hasOwn(around, String(traced.path[0])) };
    if (traced.became.length > 0 || traced.names.length > 0) return field;
    const why = whyNot(one.kind, fieldOf(traced.path), one.record);
    return why === undefined ? field : { ...field, why };
  });
}
