import { z } from 'zod';
import type { Origin } from '../../base/origin.js';
import type { AccessField } from '../mapping/access.js';
import type { IdentityClaims } from '../mapping/identity-links.js';
import type { MappingContext } from '../mapping/mapping-context.js';
import type { Iris, Scheme } from '../rdf/iris.js';
import type { Node, Value } from '../rdf/node.js';
import type { SchoolsPerson } from '../schema/archive/schools.js';
import type { Published } from '../schema/privileged.js';
import type { Dataset } from './datasets.js';

/*
 * The columns of the table of kinds. The table determines the type `Kind`, so that its columns name a kind by a string.
 */

/** A record reference whose kind the compiler does not check. */
export interface UncheckedRef {
  readonly kind: string;
  readonly id: number | string;
}

/** A source record whose kind the compiler does not check: `SourceRecord` without its type. */
export interface UncheckedRecord extends UncheckedRef {
  readonly record: object;
  readonly origin: Origin;
  readonly within: readonly UncheckedRef[];
}

/** Makes a source record for the columns of the table; elsewhere `sourceRecord` lets the compiler check the kind. */
export const uncheckedRecord = (
  kind: string,
  id: number | string,
  record: object,
  origin: Origin,
  ...within: readonly UncheckedRef[]
): UncheckedRecord => ({ kind, id, record, origin, within });

/** Whether a record is withheld. */
export type IsWithheld = (ref: UncheckedRef) => boolean;

/** What decides whether a shared record is made at all. */
export type SharingContext = Pick<MappingContext, 'isPlaceholder'>;

/** The answers that hold records of a kind. */
export interface ResponseColumns<S> {
  /** Lists of the whole kind; their pages too. */
  readonly lists?: readonly string[];
  /** Other requests. */
  readonly requests?: RegExp;
  /** Source records in one record of an answer, itself first; absent: the record alone. */
  readonly unpack?: (record: S, origin: Origin) => readonly UncheckedRecord[];
  /** Answers are read in the order of the table; these are read before those of another kind. */
  readonly readBefore?: string;
}

/**
 * One kind of record.
 *
 * @typeParam R a record as it is mapped, privileged fields included
 * @typeParam S a record as a service sends it, with the records that it contains
 */
interface KindColumns<R, S> {
  /** In summaries: a plural. */
  readonly title: string;
  /** The file of a release that its records are written to; the groups of the dataset need its answers. */
  readonly dataset: Dataset | ((record: Published<R>) => Dataset);
  /** Every field that a service sends of it; absent: no service sends it. */
  readonly schema?: z.ZodObject & z.ZodType<S>;
  /** Further fields that only the index of the kind has. */
  readonly indexSchema?: z.ZodObject;
  /** Fields that it takes from the records that contain it. */
  readonly around?: z.ZodRawShape;
  /** Lists of records in it that are source records of their own: field → kind. */
  readonly contains?: Readonly<Record<string, string>>;
  /** Absent: no answer is a list of these. */
  readonly responses?: ResponseColumns<S>;
  /** The id of a record that was sent; absent: its field `id`. */
  readonly id?: (record: S) => number | string;
  readonly iri: (iri: Iris, id: never) => string;
  /** Whether its IRIs are those of another kind. */
  readonly sharesIri?: boolean;
  /** The concept scheme or lexicon that lists the records. */
  readonly scheme?: Scheme;
  /** The privileged fields that decide whether a record may be published (model 3.0). */
  readonly accessFields?: readonly AccessField[];
  /** Records that it carries and that no list of the services need have: places, transcribers, statuses of names. */
  readonly sharedRecords?: (record: R, origin: Origin, context: SharingContext) => readonly UncheckedRecord[];
  /** People as recorded in it: mapped once, with all works in which they are recorded. */
  readonly observedPeople?: (record: R) => readonly SchoolsPerson[];
  /** Removes references to withheld records. */
  readonly withoutWithheld?: (record: R, isWithheld: IsWithheld) => R;
  /** Reduces the people recorded in it to their roles (model 5.5, `roles-only`). */
  readonly anonymise?: (record: R) => R;
  readonly map: (record: Published<R>, context: MappingContext) => Node;
  /** What its rows in tables have that is no statement of the record, by names that are no terms of the context. */
  readonly inTables?: (record: Published<R>, iri: Iris) => Readonly<Record<string, Value>>;
  /** Links to the same thing elsewhere, in a dataset of their own (model 2.4). Published and counted with the record. */
  readonly identity?: {
    readonly dataset: Dataset;
    /** The identity claims of a record; none for a record that was merged into another. */
    readonly claims: (record: Published<R>, context: Pick<MappingContext, 'placeRecord'>) => IdentityClaims;
  };
}

/** The schemas of a kind. */
export interface KindSchemas {
  /** Every field that a service sends of it. */
  readonly sent: z.ZodObject;
  /** Fields that it takes from the records that contain it. */
  readonly around: z.ZodRawShape;
  /** Lists of records in it that are source records of their own. */
  readonly apart: readonly string[];
  /** The fields that are sent of the record alone. */
  readonly alone: z.ZodObject;
  /** The fields of the record that is mapped. */
  readonly described: z.ZodObject;
}

/** A row of the table of kinds. */
export interface KindRow<R, S = R> extends KindColumns<R, S> {
  readonly accessFields: readonly AccessField[];
  readonly schemas: KindSchemas;
}

/** Completes a row of the table of kinds. */
export function kind<R, S = R>(columns: KindColumns<R, S>): KindRow<R, S> {
  const { schema = z.object({}), indexSchema, around = {}, contains = {} } = columns;
  const indexed = indexSchema?.shape ?? {};
  const apart = Object.keys(contains);
  const without = (fields: readonly string[]): z.ZodObject =>
    z.object(Object.fromEntries(Object.entries(schema.shape).filter(([field]) => !fields.includes(field))));
  return {
    ...columns,
    accessFields: columns.accessFields ?? [],
    schemas: {
      sent: schema.extend(indexed),
      around,
      apart,
      alone: without(apart).extend(indexed),
      described: without(apart).extend(around),
    },
  };
}
