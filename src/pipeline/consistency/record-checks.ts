import { z } from 'zod';
import { referenceNumberOf } from '../../model/mapping/archive/photograph.js';
import { COUNTY_AREAS, type CountyArea, metresOutside } from '../../model/mapping/county-areas.js';
import { contradicts } from '../../model/mapping/placenames/geography.js';
import { webAddress } from '../../model/rdf/iris.js';
import type { Node } from '../../model/rdf/node.js';
import { KIND_NAMES, kindOf } from '../../model/records/kinds.js';
import type { Kind } from '../../model/records/record.js';
import { address, type Coordinates } from '../../model/schema/fields.js';
import type { Finding } from '../../model/shacl/finding.js';
import { asPublished } from '../../release/report/source-words.js';
import type { CheckedRecord, IriNaming } from './check.js';
import { quoted, ruleFinding } from './rules.js';

/** The roles that contributions have (model 5.2). */
const ROLES = ['collector', 'informant', 'teacher'] as const;

/** A rule for single records. */
type RecordRule = (record: CheckedRecord) => readonly Finding[];

const NOTHING: readonly Finding[] = [];

/** The rules for single records that no shape can express. */
export function recordRules({ word }: IriNaming): RecordRule {
  const rules = [
    rolesDisagree(word),
    relationsUnclear,
    referenceAstray(word),
    gridUnclear(word),
    pointAstray,
    addressUnusable,
    fieldUnread,
  ];
  return (record) => rules.flatMap((rule) => rule(record));
}

/** The agent of a contribution has its role in the record (X5). A hot path. */
function rolesDisagree(word: IriNaming['word']): RecordRule {
  const [agentWord, roleWord] = [word('agent'), word('role')];
  const pathOfRole = new Map(ROLES.map((role) => [role as string, word(role)]));
  const paths = new Set(pathOfRole.values());
  return ({ one, mapped: { node, quads } }) => {
    if (one.kind !== 'cbes.item' && one.kind !== 'cbes.part') return NOTHING;
    const [agents, roles] = [new Map<string, string>(), new Map<string, string>()];
    const direct = new Set<string>();
    for (const { subject, predicate, object } of quads) {
      const path = predicate.value;
      if (path === agentWord) agents.set(subject.value, object.value);
      else if (path === roleWord) roles.set(subject.value, object.value);
      else if (paths.has(path)) direct.add(`${path} ${object.value}`);
    }
    return Array.from(agents).flatMap(([contribution, person]) => {
      const path = pathOfRole.get(ROLE_CODE.exec(roles.get(contribution) ?? '')?.[1] ?? '');
      return path === undefined || direct.has(`${path} ${person}`)
        ? NOTHING
        : [ruleFinding('X5', { focus: node.id, path, value: person })];
    });
  };
}

const ROLE_CODE = /\/role\/([^/]*)$/;

/** Several informants with a relationship, and several collectors (X20). */
function relationsUnclear({ one, mapped }: CheckedRecord): readonly Finding[] {
  if (one.kind !== 'cbes.item') return NOTHING;
  const { informants, collectors } = one.record;
  const related = informants.filter(({ collectorRelationship }) => collectorRelationship !== undefined);
  return related.length > 1 && collectors.length > 1 ? [ruleFinding('X20', { focus: mapped.node.id })] : [];
}

/** A photograph's reference number begins with the code of its topic (X19). */
function referenceAstray(word: IriNaming['word']): RecordRule {
  const path = word('identifier');
  return ({ one, mapped }) => {
    if (one.kind !== 'cbeg.photograph') return NOTHING;
    const { handbookTopic } = one.record;
    const referenceNumber = referenceNumberOf(one.record);
    if (referenceNumber === undefined || handbookTopic === undefined) return NOTHING;
    if (referenceNumber.toUpperCase().startsWith(handbookTopic.id.toUpperCase())) return NOTHING;
    return [ruleFinding('X19', { focus: mapped.node.id, path, value: quoted(referenceNumber) })];
  };
}

/**
 * A grid reference has no notation, because it contradicts the coordinates of the place (X28), or because it is not certain how
 * many digits its numbers had (X25).
 */
function gridUnclear(word: IriNaming['word']): RecordRule {
  const path = word('code');
  return ({ one, mapped: { node } }) => {
    if (one.kind !== 'place') return NOTHING;
    const points = one.record.geography?.coordinates ?? [];
    const described = [node.gridReference ?? []].flat() as readonly Node[];
    return described.flatMap(({ id, code, gridSquare, gridEasting, gridNorthing }) => {
      if (code !== undefined || gridEasting === undefined || gridNorthing === undefined) return NOTHING;
      const value = quoted(`${gridSquare} ${gridEasting} ${gridNorthing}`);
      const grid = { square: `${gridSquare}`, easting: Number(gridEasting), northing: Number(gridNorthing) };
      return [
        ruleFinding(contradicts(grid, points) ? 'X28' : 'X25', {
          focus: id,
          path,
          value,
          field: 'GridReferences[]',
        }),
      ];
    });
  };
}

/** The category of counties in the place-names database (wire-format 4, category). */
const COUNTY = 'CON';
/** Metres of a point outside its county that borders and coasts account for. */
const NEAR_COUNTY = 2_000;
/** Metres of an island from its county, at most: the areas of counties are without small islands. */
const FARTHEST_ISLAND = 15_000;
/** Metres of a point outside all counties: a shape says that the point is not in Ireland (PointInIreland). */
const FAR_FROM_IRELAND = 50_000;

/** A point of a place lies outside all counties of the place (X30). */
function pointAstray({ one, mapped: { node } }: CheckedRecord): readonly Finding[] {
  if (one.kind !== 'place' || one.record.replacementID !== undefined) return NOTHING;
  const { includedIn, geography } = one.record;
  const names = new Set(
    includedIn.flatMap(({ nameEN, category }) => (category?.id === COUNTY ? (nameEN ?? []) : [])),
  );
  const own = COUNTY_AREAS.filter((area) => area.names.some((name) => names.has(name)));
  if (own.length === 0) return NOTHING;
  const isAstray = (point: Coordinates): boolean => {
    const isWithin = (areas: readonly CountyArea[], metres: number): boolean =>
      areas.some((area) => metresOutside(area, [point.longitude, point.latitude]) <= metres);
    if (isWithin(own, NEAR_COUNTY)) return false;
    return (
      isWithin(COUNTY_AREAS, 0) ||
      (!isWithin(own, FARTHEST_ISLAND) && isWithin(COUNTY_AREAS, FAR_FROM_IRELAND))
    );
  };
  return (geography?.coordinates ?? []).filter(isAstray).map(({ latitude, longitude }) =>
    ruleFinding('X30', {
      focus: node.id,
      value: quoted(`${latitude} ${longitude}`),
      field: 'Geography.Coordinates[]',
    }),
  );
}

/** The way to a field: a list is a step `[]`. */
type FieldPath = readonly string[];

/** The ways to the web addresses in a schema. The tree of topics, which contains itself, is followed once. */
function addressesIn(
  schema: z.core.$ZodType,
  before: FieldPath = [],
  around: readonly z.core.$ZodType[] = [],
): readonly FieldPath[] {
  const inside = (inner: z.core.$ZodType, ...steps: FieldPath) =>
    addressesIn(inner, [...before, ...steps], [...around, schema]);
  if (schema === address) return [before];
  if (schema instanceof z.ZodOptional) return inside(schema.unwrap());
  if (schema instanceof z.ZodArray) return inside(schema.element, '[]');
  if (!(schema instanceof z.ZodObject) || around.includes(schema)) return [];
  return Object.entries(schema.shape).flatMap(([field, inner]) => inside(inner, field));
}

/** The fields of each kind that hold web addresses. */
const ADDRESSES: ReadonlyMap<Kind, readonly FieldPath[]> = new Map(
  KIND_NAMES.map((kind) => [kind, addressesIn(kindOf({ kind }).schemas.described)]),
);

const valuesAt = (value: unknown, [step, ...rest]: FieldPath): readonly unknown[] => {
  if (value === undefined || step === undefined) return [value ?? []].flat();
  if (step === '[]') return (value as readonly unknown[]).flatMap((entry) => valuesAt(entry, rest));
  return valuesAt((value as Readonly<Record<string, unknown>>)[step], rest);
};

/** A field in the spelling of the publishers: `SameAs[].Uri`. */
const fieldAt = (path: FieldPath): string => asPublished(path.join('.').replaceAll('.[]', '[]'));

/** The value of a field cannot be read, and is not published (X29). */
function fieldUnread({ one: { unread }, mapped: { node } }: CheckedRecord): readonly Finding[] {
  if (unread === undefined) return NOTHING;
  return unread.map(({ path, fault }) => {
    const field = fieldAt(path.map((step) => (typeof step === 'number' ? '[]' : String(step))));
    const sent = JSON.stringify(fault.value) ?? '';
    return ruleFinding('X29', { focus: node.id, value: quoted(sent), field });
  });
}

/** A web address cannot be used, and is not published (X26). */
function addressUnusable({ one, mapped: { node } }: CheckedRecord): readonly Finding[] {
  const paths = ADDRESSES.get(one.kind) ?? [];
  // Of a place that was merged into another nothing else is published.
  if (paths.length === 0 || (one.kind === 'place' && one.record.replacementID !== undefined)) return NOTHING;
  return paths.flatMap((path) => {
    const field = fieldAt(path);
    return valuesAt(one.record, path).flatMap((sent) =>
      typeof sent !== 'string' || webAddress(sent) !== undefined
        ? NOTHING
        : [ruleFinding('X26', { focus: node.id, value: quoted(sent), field })],
    );
  });
}
