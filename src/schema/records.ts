import { z } from 'zod';
import { manuscriptItem, manuscriptPart } from './archive/manuscripts.js';
import { person } from './archive/person.js';
import { photograph } from './archive/photograph.js';
import { country, county, locationAbroad, locationIreland } from './archive/places.js';
import { handbookTopic, occupation, schoolsTopic } from './archive/reference-lists.js';
import { schoolsItem, schoolsPart, schoolsPerson, transcript } from './archive/schools.js';
import {
  manuscriptPage,
  manuscriptVolume,
  manuscriptVolumeSummary,
  schoolsPage,
  schoolsVolume,
  schoolsVolumeSummary,
} from './archive/volume.js';
import { code, id, text } from './fields.js';
import { acceptability, cluster, place, placeSummary, resource } from './placenames/place.js';
import { category, glossary } from './placenames/reference-lists.js';

/** One kind of record: what a service sends, and what becomes of it before it is described. */
export interface RecordKind {
  /** Every field that a service sends of it. */
  readonly sent: z.ZodObject;
  /** What it takes from what stands around it. */
  readonly around: z.ZodRawShape;
  /** Lists of records that stand in it and go their own way. */
  readonly apart: readonly string[];
  /** What is sent of it alone. */
  readonly alone: z.ZodObject;
  /** What is described: what is sent of it alone, with what stands around it. */
  readonly described: z.ZodObject;
}

const kind = (
  sent: z.ZodObject,
  around: z.ZodRawShape = {},
  apart: readonly string[] = [],
  indexed: readonly string[] = [],
): RecordKind => {
  const without = (fields: readonly string[]) =>
    z.object(Object.fromEntries(Object.entries(sent.shape).filter(([field]) => !fields.includes(field))));
  const described = without([...apart, ...indexed]).extend(around);
  return { sent, around, apart, alone: without(apart), described };
};

const inVolume = { volumeID: id, volumeNumber: code.optional() };
const inPart = { partID: id };
/** What only the index of volumes says. */
const COUNTS = ['pageCount', 'partCount', 'itemCount'];
const transcriber = transcript.shape.transcribers.element;
const supplier = resource.shape.supplier.unwrap();

/** Every kind of record in the words of the dictionaries; those that no service sends have no field that is sent. */
export const RECORDS = {
  organisation: kind(z.object({}), { organisation: text }),
  collection: kind(z.object({}), { collection: z.enum(['cbe', 'cbes', 'cbeg', 'cbed']) }),
  scheme: kind(z.object({}), { scheme: code, topConcepts: z.array(z.union([id, code])) }),
  lexicon: kind(z.object({}), { words: z.array(id) }),
  omission: kind(z.object({}), { path: text, reason: z.enum(['rejected', 'absent']) }),
  'cbe.volume': kind(manuscriptVolume.extend(manuscriptVolumeSummary.shape), {}, ['pages', 'parts'], COUNTS),
  'cbe.part': kind(manuscriptPart, inVolume, ['items']),
  'cbe.item': kind(manuscriptItem, inPart),
  'cbe.page': kind(manuscriptPage, inVolume),
  'cbes.volume': kind(schoolsVolume.extend(schoolsVolumeSummary.shape), {}, ['pages', 'parts'], COUNTS),
  'cbes.part': kind(schoolsPart, inVolume, ['items']),
  'cbes.item': kind(schoolsItem, inPart),
  'cbes.page': kind(schoolsPage, inVolume, ['transcripts']),
  'cbes.transcript': kind(transcript, { pageID: id, languages: z.array(code) }),
  'cbes.topic': kind(schoolsTopic, { parentID: id.optional() }, ['subTopics']),
  // Sent with every part and item that they are recorded in; put together by their id.
  'cbes.person': kind(
    z.object({
      id,
      occurrences: z.array(
        z.object({ person: schoolsPerson, source: z.object({ kind: z.enum(['item', 'part']), id }) }),
      ),
    }),
  ),
  'cbes.transcriber': kind(transcriber),
  'cbeg.photograph': kind(photograph),
  'cbeg.topic': kind(handbookTopic),
  'cbed.person': kind(person),
  'cbed.occupation': kind(occupation),
  county: kind(county),
  country: kind(country),
  'location-ireland': kind(locationIreland),
  'location-abroad': kind(locationAbroad),
  place: kind(place),
  // Sent with the places that lie in it.
  'place-summary': kind(placeSummary),
  category: kind(category),
  glossary: kind(glossary),
  acceptability: kind(acceptability),
  cluster: kind(cluster),
  resource: kind(resource),
  supplier: kind(supplier),
} as const satisfies Readonly<Record<string, RecordKind>>;
