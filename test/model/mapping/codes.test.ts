import type { Quad } from '@rdfjs/types';
import { describe, expect, it } from 'vitest';
import type { Kind } from '../../../src/model/records/record.js';
import { graphOf, objectsOf, values } from '../../golden/graph.js';
import { describeRecord } from '../../golden/records.js';
import { makeSetting } from '../../golden/setting.js';

const setting = makeSetting();
const describeAs =
  (kind: Kind, others: object) =>
  (fields: object): Quad[] =>
    graphOf(describeRecord(kind, { id: 1, ...others, ...fields }, setting));

const volume = describeAs('cbes.volume', { volumeNumber: '1' });
const item = describeAs('cbe.item', { partID: 2, title: 'T' });
const photograph = describeAs('cbeg.photograph', { referenceNumber: 'A', digitized: true });
const schoolsItem = describeAs('cbes.item', { partID: 2, title: 'T' });
const place = describeAs('place', { placenames: [{ id: 1, language: 'ga', wording: 'N', main: true }] });

const informant = (facts: object) =>
  schoolsItem({ informants: [{ id: 5, names: [{ fullName: 'P' }], ...facts }] });
const located = (source: string) =>
  place({ geography: { source, coordinates: [{ latitude: 52, longitude: -9 }] } });

/** vocabulary/codes.test.ts has each code of the lists of the model. */
it.each(['Latg', 'LATG', 'latg'])('a script is brought to ISO 15924 case: %s', (script) => {
  const quads = item({ contentScripts: [script] });
  expect(objectsOf(quads, 'lore:script')).toEqual(values('lore-script:Latg'));
  expect(objectsOf(quads, 'lore:unmappedCode')).toEqual([]);
});

describe('codes nobody documented (model 3.10)', () => {
  it('become a literal, never a concept', () => {
    const quads = item({ contentType: 'XYZ' });
    expect(objectsOf(quads, 'lore:contentType')).toEqual([]);
    expect(objectsOf(quads, 'lore:unmappedCode')).toEqual(values('"ContentType=XYZ"'));
  });

  /* For the other lists the model shows the form of the literal only by this example: the name is not asserted. */
  it.each<readonly [string, Quad[]]>([
    ['lore:volumeType', volume({ type: 'XYZ' })],
    ['lore:contentMode', item({ contentModes: ['XYZ'] })],
    ['lore:script', item({ contentScripts: ['XYZ'] })],
    ['lore:copyrightStatus', photograph({ copyright: 'XYZ' })],
    ['lore:collectorRelationship', informant({ collectorRelationship: 'XYZ' })],
    ['lore:ageQualifier', informant({ age: { age: 70, qualifier: 'XYZ' } })],
    ['lore:gaeltachtExtent', place({ gaeltacht: { extent: 'XYZ' } })],
    ['lore:postOfficeExtent', place({ postOffice: { extent: 'XYZ' } })],
    ['lore:northernIrelandExtent', place({ northernIreland: { extent: 'XYZ' } })],
  ])('%s', (predicate, quads) => {
    expect(objectsOf(quads, predicate)).toEqual([]);
    expect(objectsOf(quads, 'lore:unmappedCode')).toEqual([expect.stringMatching(/^".+=XYZ"$/)]);
  });

  it('a word of another list is no code of this one', () => {
    expect(objectsOf(item({ contentType: 'LÁMH' }), 'lore:contentType')).toEqual([]);
    expect(objectsOf(item({ contentModes: ['SEAN'] }), 'lore:contentMode')).toEqual([]);
  });

  it('one of several does not take the others with it', () => {
    const quads = item({ contentModes: ['LÁMH', 'XYZ', 'CLÓ'] });
    expect(objectsOf(quads, 'lore:contentMode')).toEqual(values('lore-mode:lamh , lore-mode:clo'));
    expect(objectsOf(quads, 'lore:unmappedCode')).toHaveLength(1);
  });

  it('a condition outside the list is a number (3.4)', () => {
    for (const condition of [3, 4]) {
      const quads = photograph({ condition });
      expect(objectsOf(quads, 'lore:condition')).toEqual([]);
      expect(objectsOf(quads, 'lore:conditionCode')).toEqual(values(String(condition)));
    }
    expect(objectsOf(photograph({ condition: 2 }), 'lore:conditionCode')).toEqual([]);
  });

  it('a source of coordinates outside the list is a text (3.9)', () => {
    const quads = located('XYZ');
    expect(objectsOf(quads, 'lore:coordinateSource')).toEqual([]);
    expect(objectsOf(quads, 'lore:coordinateSourceText')).toEqual(values('"XYZ"'));
    expect(objectsOf(located('osi'), 'lore:coordinateSourceText')).toEqual([]);
  });
});

describe('codes with a consequence', () => {
  it('only CBE names a holder (3.4)', () => {
    expect(objectsOf(photograph({ copyright: 'CBE' }), 'schema:copyrightHolder')).toEqual(
      values('<org/archive>'),
    );
    for (const copyright of ['OTH', 'NOT', 'UNK', 'XYZ']) {
      expect(objectsOf(photograph({ copyright }), 'schema:copyrightHolder')).toEqual([]);
    }
  });

  it('a sequence states an order, and one outside its list is told and states none (3.2, 3.10)', () => {
    const quads = item({
      linkedItems: [
        { itemID: 3, sequence: 'NEXT' },
        { itemID: 4, sequence: 'XYZ' },
      ],
    });
    expect(objectsOf(quads, 'lore:nextItem')).toEqual(values('<cbe/item/3>'));
    expect(objectsOf(quads, 'lore:relatedItem')).toEqual(values('<cbe/item/4>'));
    expect(objectsOf(quads, 'lore:unmappedCode')).toEqual(values('"Sequence=XYZ"'));
    expect(objectsOf(item({ linkedItems: [{ itemID: 3 }] }), 'lore:unmappedCode')).toEqual([]);
  });

  it('a language is a concept, a code and, if it is the only one, the tag (3, 3.2)', () => {
    const quads = item({ languages: ['gv'] });
    expect(objectsOf(quads, 'schema:inLanguage')).toEqual(values('"gv"'));
    expect(objectsOf(quads, 'schema:name')).toEqual(values('"T"@gv'));
    expect(objectsOf(item({ languages: ['ga', 'en'] }), 'schema:name')).toEqual(values('"T"@und'));
    expect(objectsOf(item({ languages: [] }), 'schema:name')).toEqual(values('"T"@und'));
  });
});
