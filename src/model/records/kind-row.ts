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
import type { Kind, RecordOf, RecordRef, SentOf, SourceRecord } from './record.js';

/** Whether a record is withheld. */
export type IsWithheld = (ref: RecordRef) => boolean;

/** What decides whether a shared record is made at all. */
export type SharingContext = Pick<MappingContext, 'isPlaceholder'>;

/** The answers that hold records of a kind. */
interface ResponseColumns<K extends Kind> {
  /** Lists of the whole kind; their pages too. */
  readonly lists?: readonly string[];
  /** Other requests. */
  readonly requests?: RegExp;
  /** Source records in one record of an answer, itself first; absent: the record alone. */
  readonly unpack?: (record: SentOf<K>, origin: Origin) => readonly SourceRecord[];
  /** Answers are read in the order of the table; these are read before those of another kind. */
  readonly readBefore?: Kind;
}

/** One kind of record. */
interface KindColumns<K extends Kind> {
  /** In summaries: a plural. */
  readonly title: string;
  /** The file of a release that its records are written to; the groups of the dataset need its answers. */
  readonly dataset: Dataset | ((record: Published<RecordOf[K]>) => Dataset);
  /** Every field that a service sends of it; absent: no service sends it. */
  readonly schema?: z.ZodObject & z.ZodType<SentOf<K>>;
  /** Further fields that only the index of the kind has. */
  readonly indexSchema?: z.ZodObject;
  /** Fields that it takes from the records that contain it. */
  readonly around?: z.ZodRawShape;
  /** Lists of records in it that are source records of their own: field → kind. */
  readonly contains?: Readonly<Record<string, Kind>>;
  /** Absent: no answer is a list of these. */
  readonly responses?: ResponseColumns<K>;
  /** The id of a record that was sent; absent: its field `id`. */
  readonly id?: (record: SentOf<K>) => number | string;
  readonly iri: (iri: Iris, id: never) => string;
  /** Whether its IRIs are those of another kind. */
  readonly sharesIri?: boolean;
  /** The concept scheme or lexicon that lists the records. */
  readonly scheme?: Scheme;
  /** The privileged fields that decide whether a record may be published (model 3.0). */
  readonly accessFields?: readonly AccessField[];
  /** Records that it carries and that no list of the services need have: places, transcribers, statuses of names. */
  readonly sharedRecords?: (
    record: RecordOf[K],
    origin: Origin,
    context: SharingContext,
  ) => readonly SourceRecord[];
  /** People as recorded in it: mapped once, with all works in which they are recorded. */
  readonly observedPeople?: (record: RecordOf[K]) => readonly SchoolsPerson[];
  /** Removes references to withheld records. */
  readonly withoutWithheld?: (record: RecordOf[K], isWithheld: IsWithheld) => RecordOf[K];
  /** Reduces the people recorded in it to their roles (model 5.5, `roles-only`). */
  readonly anonymise?: (record: RecordOf[K]) => RecordOf[K];
  readonly map: (record: Published<RecordOf[K]>, context: MappingContext) => Node;
  /** What its rows in tables have that is no statement of the record, by names that are no terms of the context. */
  readonly inTables?: (record: Published<RecordOf[K]>, iri: Iris) => Readonly<Record<string, Value>>;
  /** Links to the same thing elsewhere, in a dataset of their own (model 2.4). Published and counted with the record. */
  readonly identity?: {
    readonly dataset: Dataset;
    /** The identity claims of a record; none for a record that was merged into another. */
    readonly claims: (
      record: Published<RecordOf[K]>,
      context: Pick<MappingContext, 'placeRecord'>,
    ) => IdentityClaims;
  };
}

/** The schemas of a kind. */
interface KindSchemas {
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
export interface KindRow<K extends Kind> extends KindColumns<K> {
  readonly accessFields: readonly AccessField[];
  readonly schemas: KindSchemas;
}

/** Completes a row of the table of kinds. */
export function kind<K extends Kind>(columns: KindColumns<K>): KindRow<K> {
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
