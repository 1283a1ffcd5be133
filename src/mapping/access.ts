import { PRIVILEGED, type Published } from '../schema/privileged.js';

/**
 * Whose eyes the records were fetched with. To a public key privileged fields are never sent, so a missing
 * one was filtered upstream; from a privileged key a missing one is unknown, and what is unknown stays in.
 */
export type SourceProfile = 'public' | 'privileged';

/** The fields that decide over a record as a whole, and the only value that lets it out (model 3.0). */
const RELEASING = { status: 4, sensitive: false, approved: true } as const;

export type AccessField = keyof typeof RELEASING;

/** Texts that leave only under one status, and the field that states it (model 3.0). */
const STATUS_OF_TEXT: ReadonlyMap<string, string> = new Map([
  ['extraInfoEN', 'extraInfoStatus'],
  ['extraInfoGA', 'extraInfoStatus'],
  ['archivedDescription', 'archivedDescriptionStatus'],
]);
const PUBLISHED_TEXT = 'PUB';

/** What those texts are mapped to, by the words of the context: a record may lose them and be published still. */
export const TEXTS_WITH_STATUS = ['description', 'archivedDescription'] as const;

const PRIVILEGED_FIELDS: ReadonlySet<string> = new Set(PRIVILEGED);

/**
 * Whether a record may leave at all. Fail-closed: any value but the releasing one keeps it in, and so does a field that
 * is there without a value, whatever the profile: a public key is never sent one.
 *
 * @param record as it was read: what was sent without a value is there, and undefined
 * @param gates the fields that records of this kind are decided by
 */
export function mayPublish(record: object, gates: readonly AccessField[], profile: SourceProfile): boolean {
  return withheldBy(record, gates, profile).length === 0;
}

/** A field that keeps a record in: whether it is there, what it says, and the only value that would let it out. */
export interface WithheldReason {
  readonly gate: AccessField;
  readonly isThere: boolean;
  readonly value: unknown;
  readonly releasing: number | boolean;
}

/** The fields that keep a record in; none when it may leave. */
export function withheldBy(
  record: object,
  gates: readonly AccessField[],
  profile: SourceProfile,
): WithheldReason[] {
  return gates.flatMap((gate) => {
    const isThere = Object.hasOwn(record, gate);
    const value = (record as Readonly<Record<string, unknown>>)[gate];
    const mayGo = isThere ? value === RELEASING[gate] : profile === 'public';
    return mayGo ? [] : [{ gate, isThere, value, releasing: RELEASING[gate] }];
  });
}

/**
 * What may be published of a record that may leave: no privileged field at any depth, and no text that is
 * still being edited.
 */
export function publish<R>(record: R, profile: SourceProfile): Published<R> {
  return strip(record, profile) as Published<R>;
}

/** A hot path: most records hold nothing that must be taken out, and need not be copied. */
function strip(value: unknown, profile: SourceProfile): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value)
    ? stripList(value, profile)
    : stripObject(value as Readonly<Record<string, unknown>>, profile);
}

function stripList(list: readonly unknown[], profile: SourceProfile): readonly unknown[] {
  for (const entry of list) {
    if (strip(entry, profile) !== entry) return list.map((one) => strip(one, profile));
  }
  return list;
}

function stripObject(record: Readonly<Record<string, unknown>>, profile: SourceProfile): object {
  const fields = Object.keys(record);
  for (const field of fields) {
    const value = record[field];
    if (!stays(field, record, profile) || strip(value, profile) !== value)
      return without(fields, record, profile);
  }
  return record;
}

/** A copy of what may be published of a record. */
const without = (
  fields: readonly string[],
  record: Readonly<Record<string, unknown>>,
  profile: SourceProfile,
): object =>
  Object.fromEntries(
    fields
      .filter((field) => stays(field, record, profile))
      .map((field) => [field, strip(record[field], profile)] as const),
  );

const stays = (field: string, record: Readonly<Record<string, unknown>>, profile: SourceProfile): boolean =>
  !PRIVILEGED_FIELDS.has(field) && !isBeingEdited(field, record, profile);

function isBeingEdited(
  field: string,
  record: Readonly<Record<string, unknown>>,
  profile: SourceProfile,
): boolean {
  const statusField = STATUS_OF_TEXT.get(field);
  if (statusField === undefined) return false;
  return Object.hasOwn(record, statusField)
    ? record[statusField] !== PUBLISHED_TEXT
    : profile === 'privileged';
}

/**
 * Whether an object as it came says of itself that it must not leave, in whatever spelling, whether its kind
 * is known to have such a field or not, or has such a field without a value. What has none passes: that is for {@link mayPublish} to judge.
 */
export function isMarkedWithheld(raw: object): boolean {
  for (const key of Object.keys(raw)) {
    const gate = GATES.get(key.toLowerCase());
    if (gate === undefined) continue;
    const value: unknown = Reflect.get(raw, key);
    if (String(value).trim() !== String(RELEASING[gate])) return true;
  }
  return false;
}

/** Whether a field of that name, in any spelling, decides over records. */
export const isAccessField = (field: string): boolean => GATES.has(field.toLowerCase());

/** Whether a record, once read, holds what only privileged keys are sent. */
export const hasPrivilegedFields = (record: object): boolean =>
  PRIVILEGED.some((field) => (record as Readonly<Record<string, unknown>>)[field] !== undefined);

const GATES: ReadonlyMap<string, AccessField> = new Map(
  (Object.keys(RELEASING) as AccessField[]).map((gate) => [gate.toLowerCase(), gate]),
);

const PRIVILEGED_KEYS: ReadonlySet<string> = new Set(PRIVILEGED.map((field) => field.toLowerCase()));

/** Whether a value as it came names any privileged field, at any depth: only a privileged key is sent such. */
export function namesPrivileged(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(namesPrivileged);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, entry]) => PRIVILEGED_KEYS.has(key.toLowerCase()) || namesPrivileged(entry),
  );
}

/**
 * Drops references to withheld pages. Where the first or the last page is withheld, the first or the last that is left
 * takes its place, as the service has it for public keys.
 */
export function withoutPages<
  R extends {
    readonly pages: readonly number[];
    readonly firstPageID?: number | undefined;
    readonly lastPageID?: number | undefined;
  },
>(item: R, isWithheld: (page: number) => boolean): R {
  const pages = item.pages.filter((page) => !isWithheld(page));
  const end = (page: number | undefined, left: number | undefined) =>
    page !== undefined && isWithheld(page) ? left : page;
  return {
    ...item,
    pages,
    firstPageID: end(item.firstPageID, pages[0]),
    lastPageID: end(item.lastPageID, pages.at(-1)),
  };
}
