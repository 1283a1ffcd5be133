import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { PERSONS_PROFILES, type PersonsProfile } from '../../src/model/mapping/persons-profile.js';
import { tidy } from '../../src/model/rdf/node.js';
import { KINDS } from '../../src/model/records/kinds.js';
import type { Kind } from '../../src/model/records/record.js';
import { Checker } from '../../src/model/shacl/checker.js';
import { readShapes } from '../../src/model/shacl/shapes.js';
import { OMITTED_SHAPES, SHAPES } from '../../src/pipeline/plan/compiled-vocabulary.js';
import { strayLists } from '../model/rdf/lists.js';
import { BASE, expectGraph, graphOf, turtle } from './graph.js';
import { describeRecord, identifyRecord, recordOf } from './records.js';
import { makeSetting, type Surroundings } from './setting.js';

/*
 * A case is `<room>/<kind>/<case>.json`, the record, and `<case>.ttl`, the graph that model.md makes of it,
 * written by hand; `<case>.identity.ttl` what it is elsewhere, which is said apart; `<case>.setting.json` holds
 * what the record needs to know beyond itself.
 */
const FOLDERS: Readonly<Record<string, Kind>> = {
  'archive/organisation': 'organisation',
  'archive/collection': 'collection',
  'archive/scheme': 'scheme',
  'archive/volume-cbe': 'cbe.volume',
  'archive/part-cbe': 'cbe.part',
  'archive/item-cbe': 'cbe.item',
  'archive/page-cbe': 'cbe.page',
  'archive/volume-cbes': 'cbes.volume',
  'archive/part-cbes': 'cbes.part',
  'archive/item-cbes': 'cbes.item',
  'archive/page-cbes': 'cbes.page',
  'archive/schools-topic': 'cbes.topic',
  'archive/schools-person': 'cbes.person',
  'archive/transcript': 'cbes.transcript',
  'archive/transcriber': 'cbes.transcriber',
  'archive/photograph': 'cbeg.photograph',
  'archive/handbook-topic': 'cbeg.topic',
  'archive/person': 'cbed.person',
  'archive/occupation': 'cbed.occupation',
  'archive/county': 'county',
  'archive/country': 'country',
  'archive/location-ireland': 'location-ireland',
  'archive/location-abroad': 'location-abroad',
  'placenames/scheme': 'scheme',
  'placenames/lexicon': 'lexicon',
  'archive/effective': 'effective',
  'archive/classification': 'classification',
  'archive/subject': 'subject',
  'archive/subject-scheme': 'subject-scheme',
  'archive/omission': 'omission',
  'placenames/place': 'place',
  'placenames/place-summary': 'place-summary',
  'placenames/category': 'category',
  'placenames/glossary': 'glossary',
  'placenames/acceptability': 'acceptability',
  'placenames/cluster': 'cluster',
  'placenames/resource': 'resource',
  'placenames/supplier': 'supplier',
};
const OTHER_BASE = 'https://data.example.org/folklore/';
const ROOT = new URL('.', import.meta.url);

const textOf = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');
const jsonOf = (file: string): unknown => JSON.parse(textOf(file));

const casesOf = (folder: string): string[] =>
  readdirSync(new URL(folder, ROOT))
    .filter((file) => file.endsWith('.ttl') && !file.endsWith('.identity.ttl'))
    .map((file) => file.replace(/\.ttl$/, ''))
    .sort();

const identityOf = (path: string): string =>
  existsSync(new URL(`${path}.identity.ttl`, ROOT)) ? textOf(`${path}.identity.ttl`) : '';

function surroundingsOf(path: string): Surroundings {
  if (!existsSync(new URL(`${path}.setting.json`, ROOT))) return {};
  const { places = [], ...others } = jsonOf(`${path}.setting.json`) as Surroundings;
  return { ...others, places: places.map((place) => recordOf('place', place)) };
}

for (const [folder, kind] of Object.entries(FOLDERS)) {
  describe(folder, () => {
    it.each(casesOf(folder))('%s', (name) => {
      const path = `${folder}/${name}`;
      for (const base of [BASE, OTHER_BASE]) {
        const setting = makeSetting({ ...surroundingsOf(path), base });
        const node = describeRecord(kind, jsonOf(`${path}.json`), setting);
        expect(strayLists(tidy(node))).toEqual([]);
        expectGraph(graphOf(node), textOf(`${path}.ttl`), base);
        const identity = identifyRecord(kind, jsonOf(`${path}.json`), setting);
        expectGraph(identity, identityOf(path), base);
      }
    });
  });
}

describe('the golden cases', () => {
  it('know every kind of record', () => {
    expect(new Set(Object.values(FOLDERS))).toEqual(new Set(Object.keys(KINDS)));
  });

  it('are two at least of each kind', () => {
    const few = Object.keys(FOLDERS).filter((folder) => casesOf(folder).length < 2);
    expect(few).toEqual([]);
  });
});

describe('the expected graphs', () => {
  const checkers = new Map<PersonsProfile, Checker>();
  beforeAll(async () => {
    for (const profile of PERSONS_PROFILES) {
      checkers.set(profile, new Checker(await readShapes(SHAPES, OMITTED_SHAPES[profile])));
    }
  });

  it.each(Object.keys(FOLDERS))('of %s are lawful by the shapes: model and shapes agree', async (folder) => {
    for (const name of casesOf(folder)) {
      for (const text of [textOf(`${folder}/${name}.ttl`), identityOf(`${folder}/${name}`)]) {
        const { personsProfile = 'full' } = surroundingsOf(`${folder}/${name}`);
        const findings = await checkers.get(personsProfile)?.check(turtle(text, OTHER_BASE));
        const violations = findings
          ?.filter(({ severity }) => severity === 'violation')
          .map(({ focus, path, value, message }) => [focus, path, value, message].filter(Boolean).join(' '));
        expect({ name, violations }).toEqual({ name, violations: [] });
      }
    }
  });
});
