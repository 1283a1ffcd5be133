import { hasPrivilegedFields } from '../../model/mapping/access.js';
import type { ManuscriptItem } from '../../model/schema/archive/manuscripts.js';
import type { Photograph } from '../../model/schema/archive/photograph.js';
import type { SchoolsItem } from '../../model/schema/archive/schools.js';
import type { ManuscriptVolume, SchoolsVolume } from '../../model/schema/archive/volume.js';
import { HiddenContent } from '../../services/server/archive/visibility.js';

/** The records of a harvest that have access fields. */
interface WithheldRecords {
  readonly manuscripts: readonly ManuscriptVolume[];
  readonly schools: readonly SchoolsVolume[];
  readonly photographs: readonly Photograph[];
}

type Volume = ManuscriptVolume | SchoolsVolume;

/**
 * Fills in missing access fields.
 *
 * Records of a harvest with a public key were sent to the public: volumes and photographs get status 4, transcripts are
 * approved (wire-format 3). In a harvest with a privileged key a missing access field means "withheld" (model 3.0). In both
 * an access field without a value means "withheld".
 */
export function markWithheld(records: WithheldRecords): WithheldRecords {
  const { manuscripts, schools, photographs } = records;
  if (![...manuscripts, ...schools].some(isPrivilegedVolume) && !photographs.some(hasPrivilegedFields)) {
    return {
      manuscripts: manuscripts.map((volume) => ({
        ...released(volume),
        pages: volume.pages.map(withBlankFields),
        parts: volume.parts.map((part) => ({
          ...withBlankFields(part),
          items: part.items.map(withBlankFields),
        })),
      })),
      schools: schools.map((volume) => ({
        ...released(volume),
        pages: volume.pages.map((page) => ({
          ...withBlankFields(page),
          transcripts: page.transcripts.map((one) => ({ approved: true, ...one })),
        })),
        parts: volume.parts.map((part) => ({ ...part, items: part.items.map(withBlankFields) })),
      })),
      photographs: photographs.map((photograph) => withBlankFields(released(photograph))),
    };
  }
  const [inManuscripts, inSchools] = [missingFrom(manuscripts), missingFrom(schools)];
  // A volume or photograph without a status, and a transcript without approval, are shown to no public key as they are.
  return {
    manuscripts: manuscripts.map((volume) => ({
      ...volume,
      pages: volume.pages.map(closed),
      parts: volume.parts.map((part) => ({
        ...edited(part),
        titlePages: inManuscripts.visiblePages(part.titlePages),
        items: part.items.map((item) => ({
          ...edited(onPages(closed(item), inManuscripts)),
          linkedItems: item.linkedItems
            .filter(({ itemID }) => !inManuscripts.isHiddenItem(itemID))
            .map((link) => ({ ...link, pageID: inManuscripts.startOf(link, volume) })),
        })),
      })),
    })),
    schools: schools.map((volume) => ({
      ...volume,
      pages: volume.pages.map(closed),
      parts: volume.parts.map((part) => ({
        ...part,
        titlePages: inSchools.visiblePages(part.titlePages),
        items: part.items.map((item) => onPages(closed(item), inSchools)),
      })),
    })),
    photographs: photographs.map((photograph) => described(edited(closed(photograph)))),
  };
}

const isPrivilegedVolume = (volume: Volume): boolean =>
  [volume, ...volume.pages, ...volume.parts.flatMap<object>(({ items }) => items)].some(hasPrivilegedFields);

/** Pages and items that are not in the harvest or unreadable: nothing may refer to them. */
function missingFrom(volumes: readonly Volume[]): HiddenContent {
  const pages = new Set(volumes.flatMap((volume) => volume.pages.map(({ id }) => id)));
  const items = new Set(
    volumes.flatMap(({ parts }) => parts.flatMap((part) => part.items.map(({ id }) => id))),
  );
  return new HiddenContent({
    pages: { has: (id) => !pages.has(id) },
    items: { has: (id) => !items.has(id) },
  });
}

const onPages = <I extends ManuscriptItem | SchoolsItem>(item: I, unseen: HiddenContent): I => ({
  ...item,
  ...unseen.visibleEnds(item),
});

const released = <R extends Volume | Photograph>(record: R): R => ({ status: 4, ...record });

/** The values of access fields that are present without a value. */
const BLANK = { sensitive: true, extraInfoStatus: 'EDIT', archivedDescriptionStatus: 'EDIT' } as const;

const withBlankFields = <R extends object>(record: R): R => {
  const blank = Object.entries(BLANK).filter(
    ([field]) => Object.hasOwn(record, field) && Reflect.get(record, field) === undefined,
  );
  return blank.length === 0 ? record : { ...record, ...Object.fromEntries(blank) };
};

const closed = <R extends { readonly sensitive?: boolean | undefined }>(record: R): R => ({
  ...record,
  sensitive: record.sensitive ?? true,
});

const edited = <R extends Pick<Photograph, 'extraInfoEN' | 'extraInfoGA' | 'extraInfoStatus'>>(
  record: R,
): R =>
  record.extraInfoEN === undefined && record.extraInfoGA === undefined
    ? record
    : { ...record, extraInfoStatus: record.extraInfoStatus ?? 'EDIT' };

const described = (photograph: Photograph): Photograph =>
  photograph.archivedDescription === undefined
    ? photograph
    : { ...photograph, archivedDescriptionStatus: photograph.archivedDescriptionStatus ?? 'EDIT' };

/** Whether the value of an access field withholds its part of a record. */
const SAYS_CLOSED: Readonly<Record<string, (value: unknown) => boolean>> = {
  sensitive: (value) => value !== false,
  approved: (value) => value !== true,
};

/**
 * A record with the withholding access fields of another version of it, for every part of the record, wherever that part
 * is.
 *
 * @param other the version with the access fields
 */
export function closedAs<R extends object>(other: object, record: R): R {
  const closed = new Map(closedIn('', other));
  return closed.size === 0 ? record : (closing('', record, closed) as R);
}

/** Identifies a part by its list and id. */
const nameIn = (list: string, value: object): string => `${list} ${String(Reflect.get(value, 'id'))}`;

function* closedIn(list: string, value: unknown): Generator<[name: string, says: object]> {
  if (typeof value !== 'object' || value === null) return;
  const says = Object.entries(value).filter(([field, said]) => SAYS_CLOSED[field]?.(said) === true);
  if (list !== '' && says.length > 0) yield [nameIn(list, value), Object.fromEntries(says)];
  for (const [field, entry] of Object.entries(value)) {
    for (const one of Array.isArray(entry) ? entry : []) yield* closedIn(field, one);
  }
}

function closing(list: string, value: unknown, closed: ReadonlyMap<string, object>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([field, entry]) => [
    field,
    Array.isArray(entry) ? entry.map((one) => closing(field, one, closed)) : entry,
  ]);
  return { ...Object.fromEntries(entries), ...closed.get(nameIn(list, value)) };
}
