import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { person } from '../../../src/model/schema/archive/person.js';
import { photograph } from '../../../src/model/schema/archive/photograph.js';
import { country, county } from '../../../src/model/schema/archive/places.js';
import {
  handbookTopic,
  occupation,
  schoolsTopic,
} from '../../../src/model/schema/archive/reference-lists.js';
import { manuscriptVolume, schoolsVolume } from '../../../src/model/schema/archive/volume.js';
import { place } from '../../../src/model/schema/placenames/place.js';
import { category, glossary } from '../../../src/model/schema/placenames/reference-lists.js';
import { reader } from '../../../src/model/schema/reader.js';

/** The sample world is lawful by our own dictionaries: read strictly, file by file. */

const WORLD = new URL('../../../src/services/server/sample-world/', import.meta.url);

/** Which dictionary a file of the world is read by; files that are lists hold one record an entry. */
const DICTIONARIES: readonly (readonly [RegExp, z.ZodType])[] = [
  [/^archive\/counties\.json$/, county],
  [/^archive\/countries\.json$/, country],
  [/^archive\/occupations\.json$/, occupation],
  [/^archive\/handbook-topics\.json$/, handbookTopic],
  [/^archive\/schools-topics\.json$/, schoolsTopic],
  [/^archive\/cbe\/\d+\.json$/, manuscriptVolume],
  [/^archive\/cbes\/\d+\.json$/, schoolsVolume],
  [/^archive\/cbeg\/\d+\.json$/, photograph],
  [/^archive\/cbed\/\d+\.json$/, person],
  [/^placenames\/(administrative-units|features)\.json$/, category],
  [/^placenames\/glossary\.json$/, glossary],
  [/^placenames\/places\/\d+\.json$/, place],
];

const files = readdirSync(WORLD, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .sort();

const open = (file: string): unknown => JSON.parse(readFileSync(new URL(file, WORLD), 'utf8'));

/** Without empty lists, which the reader writes in; `subTopics`, a topic or a list of them, as a list. */
function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(said);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => !(Array.isArray(entry) && entry.length === 0))
      .map(([key, entry]) => [key, said(key === 'subTopics' ? [entry].flat() : entry)]),
  );
}

describe('the sample world', () => {
  it('is all there', () => {
    for (const [pattern] of DICTIONARIES) expect(files.some((file) => pattern.test(file))).toBe(true);
    expect(files.filter((file) => !DICTIONARIES.some(([pattern]) => pattern.test(file)))).toEqual([]);
  });

  it.each(files)('%s is lawful, whole, and in the spelling of the dictionaries', (file) => {
    const [, schema] = DICTIONARIES.find(([pattern]) => pattern.test(file)) ?? [];
    if (schema === undefined) throw new Error('no dictionary');
    const records = [open(file)].flat();
    for (const record of records) {
      const reading = reader(schema)(record);
      if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
      expect(reading.unknown).toEqual([]);
      expect(said(reading.record)).toEqual(said(record));
    }
  });
});
