import { isOddName, PRIVILEGED, type Published, privilegedField } from '../schema/privileged.js';

/**
 * The kind of key with which records were fetched. A public key never gets privileged fields: the service has filtered the
 * records. With a privileged key, a missing access field means "do not publish".
 */
export type SourceProfile = 'public' | 'privileged';

/** The access fields of records, and the only value with which a record is published (model 3.0). */
export const RELEASING = { status: 4, sensitive: false, approved: true } as const;

export type AccessField = keyof typeof RELEASING;

/** Texts that have a status, and the field of the status (model 3.0). */
const STATUS_OF_TEXT: ReadonlyMap<string, string> = new Map([
  ['extraInfoEN', 'extraInfoStatus'],
  ['extraInfoGA', 'extraInfoStatus'],
  ['archivedDescription', 'archivedDescriptionStatus'],
]);
const PUBLISHED_TEXT = 'PUB';

/** The terms of those texts: a published record may lose them. */
export const TEXTS_WITH_STATUS = ['description', 'archivedDescription'] as const;

const PRIVILEGED_FIELDS: ReadonlySet<string> = new Set(PRIVILEGED);

/**
 * Whether a record may be published. Any value but the releasing one withholds it; so does a field without a value,
 * because a public key never gets one.
 *
 * @param record as it was read: a field that was sent without a value is present and undefined
 * @param accessFields those of the record's kind
 */
export const mayPublish = (
  record: object,
  accessFields: readonly AccessField[],
  profile: SourceProfile,
): boolean => withheldBy(record, accessFields, profile).length === 0;

/** An access field that withholds a record. */
export interface WithheldReason {
  readonly gate: AccessField;
  readonly isThere: boolean;
  readonly value: unknown;
  readonly releasing: number | boolean;
}

/** The fields that withhold a record; none when it may be published. */
export function withheldBy(
  record: object,
  accessFields: readonly AccessField[],
  profile: SourceProfile,
): WithheldReason[] {
  return accessFields.flatMap((gate) => {
    const isThere = Object.hasOwn(record, gate);
    const value = (record as Readonly<Record<string, unknown>>)[gate];
    const isReleased = isThere ? value === RELEASING[gate] : profile === 'public';
    return isReleased ? [] : [{ gate, isThere, value, releasing: RELEASING[gate] }];
  });
}

/** Removes privileged fields at any depth, and texts that are still being edited, from a record that may be published. */
export function publish<R>(record: R, profile: SourceProfile): Published<R> {
  return strip(record, profile) as Published<R>;
}

/** Copies only records with fields to remove: most have none. */
function strip(value: unknown, profile: SourceProfile): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value)
    ? stripList(value, profile)
    : stripObject(value as Readonly<Record<string, unknown>>, profile);
}

function stripList(list: readonly unknown[], profile: SourceProfile): readonly unknown[] {
  for (const entry of list) {
    if (strip(entry, profile) !== entry) return list.map((each) => strip(each, profile));
  }
  return list;
}

function stripObject(record: Readonly<Record<string, unknown>>, profile: SourceProfile): object {
  const fields = Object.keys(record);
  for (const field of fields) {
    const value = record[field];
    if (isPublished(field, record, profile) && strip(value, profile) === value) continue;
    const published = fields.filter((each) => isPublished(each, record, profile));
    return Object.fromEntries(published.map((each) => [each, strip(record[each], profile)] as const));
  }
  return record;
}

const isPublished = (
  field: string,
  record: Readonly<Record<string, unknown>>,
  profile: SourceProfile,
): boolean => !PRIVILEGED_FIELDS.has(field) && !isBeingEdited(field, record, profile);

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
 * Whether an object as it was sent has an access field with another value than the releasing one, or in another spelling than the
 * specification has, even if its kind has no such field.
 */
export function isMarkedWithheld(raw: object): boolean {
  for (const key of Object.keys(raw)) {
    const gate = gateOf(key);
    if (gate === undefined) continue;
    const value: unknown = Reflect.get(raw, key);
    const releasing = RELEASING[gate];
    if (isOddName(key) || (value !== releasing && value !== String(releasing))) return true;
  }
  return false;
}

/** Whether a name, in any spelling, is that of an access field. */
export const isAccessField = (field: string): boolean => gateOf(field) !== undefined;

function gateOf(key: string): AccessField | undefined {
  const field = privilegedField(key);
  return field !== undefined && Object.hasOwn(RELEASING, field) ? (field as AccessField) : undefined;
}

/** Whether a record has a field that only privileged keys get. */
export const hasPrivilegedFields = (record: object): boolean =>
  PRIVILEGED.some((field) => (record as Readonly<Record<string, unknown>>)[field] !== undefined);

/** Whether a value as it was sent has a privileged field at any depth. */
export function namesPrivileged(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(namesPrivileged);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, entry]) => privilegedField(key) !== undefined || namesPrivileged(entry),
  );
}

/** Removes references to withheld pages. The first and last remaining page replace a withheld first and last one. */
export function withoutPages<
  R extends {
    readonly pages: readonly number[];
    readonly firstPageID?: number | undefined;
    readonly lastPageID?: number | undefined;
  },
>(item: R, isWithheld: (page: number) => boolean): R {
  const pages = item.pages.filter((page) => !isWithheld(page));
  const replaced = (page: number | undefined, remaining: number | undefined) =>
    page !== undefined && isWithheld(page) ? remaining : page;
  return {
    ...item,
    pages,
    firstPageID: replaced(item.firstPageID, pages[0]),
    lastPageID: replaced(item.lastPageID, pages.at(-1)),
  };
}
