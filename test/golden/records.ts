import type { Quad } from '@rdfjs/types';
import { publish, type SourceProfile } from '../../src/model/mapping/access.js';
import type { MappingContext } from '../../src/model/mapping/mapping-context.js';
import type { Node } from '../../src/model/rdf/node.js';
import { KINDS, kindOf } from '../../src/model/records/kinds.js';
import type { Kind, RecordOf } from '../../src/model/records/record.js';
import { reader } from '../../src/model/schema/reader.js';
import { identityOf } from '../../src/pipeline/map-records/map-record.js';
import { graphOf } from './graph.js';

/**
 * A record of a kind from JSON in the dictionaries' words, empty lists filled in. A key that no dictionary
 * knows is a mistake of the test.
 */
export function recordOf<K extends Kind>(kind: K, json: unknown): RecordOf[K] {
  const reading = reader(KINDS[kind].schemas.described, [], 'plain')(json);
  if (!reading.ok) throw new Error(`Not a ${kind}: ${JSON.stringify(reading.faults)}`);
  if (reading.unknown.length > 0) throw new Error(`No field of a ${kind}: ${reading.unknown.join(', ')}`);
  return reading.record as RecordOf[K];
}

/** What is said of a record, after the publication filter. */
export const describeRecord = <K extends Kind>(
  kind: K,
  json: unknown,
  setting: MappingContext,
  profile: SourceProfile = 'public',
): Node => {
  const { anonymise, map: describe } = kindOf({ kind });
  const record = recordOf(kind, json);
  const known = setting.personsProfile === 'full' || anonymise === undefined ? record : anonymise(record);
  return describe(publish(known, profile), setting);
};

/** What is said apart of the same record: what it is elsewhere. */
export const identifyRecord = <K extends Kind>(kind: K, json: unknown, setting: MappingContext): Quad[] => {
  const record = publish(recordOf(kind, json), 'public');
  const { id } = describeRecord(kind, json, setting);
  const node = identityOf({ kind, record } as Parameters<typeof identityOf>[0], id, setting);
  return node === undefined ? [] : graphOf(node);
};
