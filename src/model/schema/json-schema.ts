import { z } from 'zod';
import { manuscriptItem, manuscriptItemLink, manuscriptPart } from './archive/manuscripts.js';
import { person, personName, personSummary } from './archive/person.js';
import { archivedInfo, digitization, photograph, photographFormat } from './archive/photograph.js';
import { country, county, locationAbroad, locationIreland } from './archive/places.js';
import { handbookTopic, occupation, schoolsTopic } from './archive/reference-lists.js';
import { school, schoolsItem, schoolsPart, schoolsPerson, transcript } from './archive/schools.js';
import {
  manuscriptPage,
  manuscriptVolume,
  manuscriptVolumeSummary,
  schoolsPage,
  schoolsVolume,
  schoolsVolumeSummary,
} from './archive/volume.js';
import { coordinates, date, timestamp as timestampField } from './fields.js';
import { place, placename, placeSummary } from './placenames/place.js';
import { category, glossary } from './placenames/reference-lists.js';
import { PRIVILEGED } from './privileged.js';

/** A JSON Schema (2020-12). */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly [keyword: string]: unknown;
}

/** The named objects of wire-format.md 3 and 4, by their names in the tables of services. */
const OBJECTS = {
  archivedInfo,
  category,
  coordinates,
  country,
  county,
  date,
  digitization,
  glossary,
  handbookTopic,
  locationAbroad,
  locationIreland,
  manuscriptItem,
  manuscriptItemLink,
  manuscriptPage,
  manuscriptPart,
  manuscriptVolume,
  manuscriptVolumeSummary,
  occupation,
  person,
  personName,
  personSummary,
  photograph,
  photographFormat,
  place,
  placename,
  placeSummary,
  school,
  schoolsItem,
  schoolsPage,
  schoolsPart,
  schoolsPerson,
  schoolsTopic,
  schoolsVolume,
  schoolsVolumeSummary,
  transcript,
} as const;

/** A timestamp in UTC, with `Z` (wire-format 1). */
const TIMESTAMP: JsonSchema = { type: 'string', format: 'date-time' };

/** Keywords that a part of a larger document does not need. */
const ROOT_KEYWORDS = new Set(['$schema', '$id']);

/**
 * Every named object as a JSON Schema, with privileged fields marked `x-privileged` (wire-format 3). Unknown keys are allowed
 * (wire-format 1).
 *
 * @param refer makes a reference to an object: `#/components/schemas/place`
 * @param timestamp the schema of a timestamp
 */
export function jsonSchemas(
  refer: (name: string) => string,
  timestamp: JsonSchema = TIMESTAMP,
): Readonly<Record<string, JsonSchema>> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(OBJECTS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: refer,
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema !== timestampField) return;
      delete jsonSchema.minLength;
      Object.assign(jsonSchema, timestamp);
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, tidy(schema as JsonSchema)] as const),
  );
}

/** Without root keywords and the limits of safe integers; privileged fields marked. */
function tidy(schema: JsonSchema): JsonSchema {
  const { properties, items, ...keywords } = schema;
  const kept = Object.entries(keywords).filter(
    ([keyword, value]) => !ROOT_KEYWORDS.has(keyword) && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER,
  );
  return {
    ...Object.fromEntries(kept),
    ...(items === undefined ? {} : { items: tidy(items) }),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(fieldsOf(properties)) }),
  };
}

function fieldsOf(properties: Readonly<Record<string, JsonSchema>>): [string, JsonSchema][] {
  const privileged = new Set<string>(PRIVILEGED);
  return Object.entries(properties).map(([name, schema]) => [
    name,
    privileged.has(name) ? { ...tidy(schema), 'x-privileged': true } : tidy(schema),
  ]);
}
