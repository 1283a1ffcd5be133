import type { Quad } from '@rdfjs/types';
import { z } from 'zod';
import { country } from '../../src/dictionary/archive/country.js';
import { county } from '../../src/dictionary/archive/county.js';
import { handbookTopic } from '../../src/dictionary/archive/handbook-topic.js';
import { locationAbroad } from '../../src/dictionary/archive/location-abroad.js';
import { locationIreland } from '../../src/dictionary/archive/location-ireland.js';
import { manuscriptItem } from '../../src/dictionary/archive/manuscript-item.js';
import { manuscriptPart } from '../../src/dictionary/archive/manuscript-part.js';
import { occupation } from '../../src/dictionary/archive/occupation.js';
import { manuscriptPage } from '../../src/dictionary/archive/page.js';
import { person } from '../../src/dictionary/archive/person.js';
import { photograph } from '../../src/dictionary/archive/photograph.js';
import { schoolsItem } from '../../src/dictionary/archive/schools-item.js';
import { schoolsPart } from '../../src/dictionary/archive/schools-part.js';
import { schoolsPerson } from '../../src/dictionary/archive/schools-person.js';
import { transcript } from '../../src/dictionary/archive/transcript.js';
import { schoolsVolumeSummary } from '../../src/dictionary/archive/volume.js';
import { code, id, text } from '../../src/dictionary/fields.js';
import { category } from '../../src/dictionary/placenames/category.js';
import { glossary } from '../../src/dictionary/placenames/glossary.js';
import { cluster, place, resource } from '../../src/dictionary/placenames/place.js';
import { acceptability } from '../../src/dictionary/placenames/placename.js';
import { reader } from '../../src/dictionary/read.js';
import { KINDS } from '../../src/export/kinds.js';
import type { Kind, RecordOf } from '../../src/export/unit.js';
import { publish, type SourceProfile } from '../../src/mapping/publication.js';
import type { Setting } from '../../src/mapping/setting.js';
import type { Node } from '../../src/rdf/node.js';
import { graphOf } from './graph.js';

const inVolume = { volumeID: id, volumeNumber: code.optional() };
const onPage = { pageID: id, languages: z.array(code) };
const named = { nameEN: text.optional(), nameGA: text.optional() };

/** The record of each kind as its mapper takes it, in the words of the dictionaries (src/export/unit.ts). */
const SCHEMAS: Readonly<Record<Kind, z.ZodObject>> = {
  organisation: z.object({ organisation: text }),
  collection: z.object({ collection: code }),
  scheme: z.object({ scheme: code }),
  lexicon: z.object({ words: z.array(id) }),
  'cbe.volume': schoolsVolumeSummary,
  'cbe.part': manuscriptPart.omit({ items: true }).extend(inVolume),
  'cbe.item': manuscriptItem.extend({ partID: id }),
  'cbe.page': manuscriptPage.extend(inVolume),
  'cbes.volume': schoolsVolumeSummary,
  'cbes.part': schoolsPart.omit({ items: true }).extend(inVolume),
  'cbes.item': schoolsItem.extend({ partID: id }),
  'cbes.page': manuscriptPage.extend(inVolume),
  'cbes.transcript': transcript.extend(onPage),
  'cbes.topic': z.object({ id, titleEN: text.optional(), titleGA: text.optional(), parentID: id.optional() }),
  'cbes.person': z.object({
    id,
    occurrences: z.array(z.object({ person: schoolsPerson, source: z.object({ kind: code, id }) })),
  }),
  'cbes.transcriber': z.object({ id, name: text.optional() }),
  'cbeg.photograph': photograph,
  'cbeg.topic': handbookTopic,
  'cbed.person': person,
  'cbed.occupation': occupation,
  county,
  country,
  'location-ireland': locationIreland,
  'location-abroad': locationAbroad,
  place,
  category,
  glossary,
  acceptability,
  cluster,
  resource,
  supplier: z.object({ id, ...named }),
};

/**
 * A record of a kind from JSON in the dictionaries' words, empty lists filled in. A key that no dictionary
 * knows is a mistake of the test.
 */
export function recordOf<K extends Kind>(kind: K, json: unknown): RecordOf[K] {
  const reading = reader(SCHEMAS[kind], [], 'plain')(json);
  if (!reading.ok) throw new Error(`Not a ${kind}: ${JSON.stringify(reading.faults)}`);
  if (reading.unknown.length > 0) throw new Error(`No field of a ${kind}: ${reading.unknown.join(', ')}`);
  return reading.record as RecordOf[K];
}

/** What is said of a record, after the publication filter. */
export const describeRecord = <K extends Kind>(
  kind: K,
  json: unknown,
  setting: Setting,
  profile: SourceProfile = 'public',
): Node => {
  const { anonymise, describe } = KINDS[kind];
  const record = recordOf(kind, json);
  const known = setting.personsProfile === 'full' || anonymise === undefined ? record : anonymise(record);
  return describe(publish(known, profile), setting);
};

/** What is said apart of the same record: what it is elsewhere. */
export const identifyRecord = <K extends Kind>(kind: K, json: unknown, setting: Setting): Quad[] => {
  const { identity } = KINDS[kind];
  return identity === undefined
    ? []
    : graphOf(identity.describe(publish(recordOf(kind, json), 'public'), setting));
};
