import type { MappingContext } from '../../mapping/context.js';
import { CONDITIONAL_FIELDS, PRIVILEGED_REASONS, SILENCED, UNMAPPED } from '../../mapping/field-notes.js';
import { fieldOf } from '../../pipeline/source-field.js';
import type { ToQuads } from '../../rdf/to-quads.js';
import type { BuildPlan } from '../../records/build-plan.js';
import type { GlobalIndex } from '../../records/global-index.js';
import { KINDS } from '../../records/kinds.js';
import { mapRecord, toPublishable } from '../../records/map-record.js';
import type { Kind, SourceRecord } from '../../records/record.js';
import { type Traced, traceFields } from './field-trace.js';

/** Why a field leaves no triple, and of which field that is said: itself, or one that it stands in. */
export interface Reason {
  readonly field: string;
  readonly reason: string;
}

/** Why a field of a kind never leaves a triple; undefined where nobody has said that. */
export function unmapped(kind: Kind, field: string): Reason | undefined {
  for (const around of aroundOf(field)) {
    const name = around.slice(around.lastIndexOf('.') + 1);
    const reason = UNMAPPED[kind]?.[around] ?? (isPrivileged(name) ? PRIVILEGED_REASONS[name] : undefined);
    if (reason !== undefined) return { field: around, reason };
  }
  return undefined;
}

/** Why a field of this record leaves no triple; undefined where nobody has said that: then something is amiss. */
export function whyNot(kind: Kind, field: string, record: object): Reason | undefined {
  const silenced = SILENCED[kind];
  if (silenced !== undefined && (record as Readonly<Record<string, unknown>>)[silenced.by] !== undefined) {
    return { field, reason: silenced.reason };
  }
  const reason = CONDITIONAL_FIELDS[kind]?.[field];
  return unmapped(kind, field) ?? (reason === undefined ? undefined : { field, reason });
}

const isPrivileged = (name: string): name is keyof typeof PRIVILEGED_REASONS =>
  Object.hasOwn(PRIVILEGED_REASONS, name);

/** The fields that a field stands in, from the outermost to itself, each with and without the mark of a list. */
function aroundOf(field: string): string[] {
  const steps = field.split('.');
  return steps.flatMap((_, last) => {
    const around = steps.slice(0, last + 1).join('.');
    return around.endsWith('[]') ? [around.slice(0, -2), around] : [around];
  });
}

/** What a field of a record became, or why it became nothing. */
export interface FieldOutcome extends Traced {
  /** It is not the record's own: what stands around it knows it. */
  readonly isAround: boolean;
  /** Only where nothing became of it; absent even then: nobody knows why, and something is amiss. */
  readonly why?: Reason;
}

/** What is known beside the record when it is described. */
export interface FieldContext {
  readonly plan: Pick<BuildPlan, 'profile'>;
  readonly globalIndex: Pick<GlobalIndex, 'withheld'>;
  readonly setting: MappingContext;
  readonly toQuads: ToQuads;
}

/** What became of every field of a record that leaves, in the record's order. */
export function fieldsOf(
  one: SourceRecord,
  { plan, globalIndex, setting, toQuads }: FieldContext,
): FieldOutcome[] {
  const { described, around } = KINDS[one.kind].schemas;
  const isLawful = (record: object): boolean => described.safeParse(record).success;
  // A record from which the people were taken out is not what the dictionary says, and neither are its neighbours.
  const admits = isLawful(one.record) ? isLawful : () => true;
  const sayIt = (record: object) => {
    const said = mapRecord(
      toPublishable({ ...one, record } as SourceRecord, globalIndex, plan),
      setting,
      toQuads,
    );
    return 'failed' in said ? undefined : [said, ...(said.identity === undefined ? [] : [said.identity])];
  };
  const isIdle = (field: string): boolean => unmapped(one.kind, field) !== undefined;
  return traceFields(one.record, sayIt, admits, isIdle).map((traced) => {
    const field = { ...traced, isAround: Object.hasOwn(around, String(traced.path[0])) };
    if (traced.became.length > 0 || traced.names.length > 0) return field;
    const why = whyNot(one.kind, fieldOf(traced.path), one.record);
    return why === undefined ? field : { ...field, why };
  });
}
