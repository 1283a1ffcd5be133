import { Parser } from 'n3';
import { isomorphic } from 'rdf-isomorphic';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BuildResult } from '../../../src/pipeline/publish/build.js';
import { readTurtle } from '../../support/dumps.js';
import { removeFolder } from '../../support/files.js';
import { BREAKAGES, lineOf } from './breakages.js';
import {
  beyond,
  type Harvest,
  harvestOf,
  type Line,
  lostIn,
  personOf,
  releaseOf,
  reportIn,
  sampleWorld,
  sorted,
} from './sample-world.js';

/** Model 7.3: of a world that is broken in one way the report says exactly that. */

/** All that is to be found of the broken worlds. */
const FOUND = BREAKAGES.flatMap(([, , ...found]) => found.map(lineOf));

let sample: Harvest;
let whole: BuildResult;
let before: Line[];
const folders: string[] = [];

/** The harvest of a world, until these tests are over. */
async function harvested(alter: Parameters<typeof sampleWorld>[0]): Promise<Harvest> {
  const harvest = await harvestOf(await sampleWorld(alter));
  folders.push(harvest.folder);
  return harvest;
}

beforeAll(async () => {
  sample = await harvested(() => {});
  whole = await releaseOf(sample);
  before = await reportIn(whole);
});
afterAll(() => Promise.all(folders.map(removeFolder)));

const ofIds = (value: string): Line => ({ ...lineOf('X18 info collection cbed lore:viafId'), value });

/** An item speaks of the place by its old number (test/world/README.md). */
const BY_OLD_NUMBER = lineOf('X21 info location-ireland 9000030 dcterms:isReplacedBy place/9000012');

/** A town and a village give one address as their own. */
const ONE_ADDRESS = lineOf(
  'X23 info place 9000044 skos:closeMatch "https://sameas.example.org/rathbeg (9000044, 9000045)"',
);

describe('the sample world', () => {
  test('breaks no rule; a place goes by its old number, of one person the id is that of the authority file, and two places have one address', () => {
    expect(sorted(before.filter(({ shape }) => shape.startsWith('X')))).toEqual(
      sorted([BY_OLD_NUMBER, ofIds('1 of 16'), ONE_ADDRESS]),
    );
    expect(lostIn(whole)).toEqual([]);
  });

  test.each([
    { kinds: ['manuscripts'], isShort: true },
    { kinds: ['photographs'], isShort: true },
    { kinds: ['schools', 'people'], isShort: false },
    { kinds: ['places'], isShort: false },
  ] as const)(
    'breaks none by halves ($kinds): people who were not asked for are no breach, but said to be not there',
    async ({ kinds, isShort }) => {
      const some = await releaseOf(sample, { kinds, label: `only-${kinds.join('-')}` });
      expect(beyond(await reportIn(some), before)).toEqual([]);
      expect(lostIn(some)).toEqual([]);
      const omitted = (await readTurtle(some.directory, 'omissions')).map(({ subject }) => subject.value);
      expect(omitted.length > 0).toBe(isShort);
      expect(omitted.filter((iri) => !iri.includes('/cbed/person/'))).toEqual([]);
    },
  );

  test('contradicts the English gender codes (X14): no gender is stated, with a finding for each person', async () => {
    const english = await releaseOf(sample, {
      gender: 'english',
      label: 'english',
      kinds: ['schools', 'people'],
    });
    const news = beyond(await reportIn(english), before);
    expect(news.filter(({ shape }) => shape === 'X14')).toEqual(
      ['cbed', 'cbes'].map((one) => lineOf(`X14 warning collection ${one} schema:gender "b, f"`)),
    );
    const others = news.filter(({ shape }) => shape !== 'X14');
    expect(new Set(others.map(({ path }) => path))).toEqual(
      new Set(['https://w3id.org/folklore-ld/ns#genderCode']),
    );
    expect(new Set(others.map(({ severity }) => severity))).toEqual(new Set(['warning']));
  });
});

describe('a broken world', () => {
  let broken: Harvest;
  let release: BuildResult;
  let news: Line[];

  beforeAll(async () => {
    broken = await harvested((draft) => {
      for (const [, alter] of BREAKAGES) alter(draft);
    });
    release = await releaseOf(broken);
    news = beyond(await reportIn(release), before);
  });

  test.each(BREAKAGES.map(([what, , ...found]) => ({ what, found })))('$what', ({ found }) => {
    const expected = found.map(lineOf);
    const isMeant = (line: Line) =>
      expected.some(
        ({ shape, focus, path }) => shape === line.shape && focus === line.focus && path === line.path,
      );
    expect(news.filter(isMeant)).toEqual(sorted(expected));
  });

  test('has these findings only', async () => {
    expect(news).toEqual(sorted(FOUND));
    expect(beyond(before, await reportIn(release))).toEqual([]);
  });

  test('loses no record; only the transcript of nothing stays in', () => {
    expect(lostIn(release)).toEqual([]);
    const rows = release.ledger.rows();
    expect(rows.filter(({ rejected, unreadable }) => rejected + unreadable > 0)).toEqual([]);
    const withheld = rows.filter((row) => row.withheld > 0);
    expect(withheld).toMatchObject([{ kind: 'cbes.transcript', withheld: 1 }]);
  });

  test('has a finding for every reference to a missing record', async () => {
    const expected = FOUND.flatMap(({ shape, value = '' }) =>
      shape === 'X1' || shape === 'X8' || value.includes('/cbes/topic/') ? [value] : [],
    );
    const turtle = expected.map(
      (iri) =>
        `<${iri}> a <https://w3id.org/folklore-ld/ns#OmittedRecord> ;
          <https://w3id.org/folklore-ld/ns#omissionReason> <https://w3id.org/folklore-ld/code/omission/absent> .`,
    );
    const omissions = await readTurtle(release.directory, 'omissions');
    expect(isomorphic(omissions, new Parser().parse(turtle.join('\n')))).toBe(true);
  });
});

describe('lists of codes that came empty', () => {
  const empty = (kind: string, codes: number) => ({
    ...{ severity: 'warning', shape: 'X24', kind, outcome: 'published', focus: '', value: `${codes} codes` },
  });
  const newsOf = async (alter: Parameters<typeof sampleWorld>[0]) => {
    const harvest = await harvested(alter);
    return beyond(await reportIn(await releaseOf(harvest)), before);
  };
  const isOfLists = ({ shape }: Line) => shape === 'X10' || shape === 'X24';

  test('are one finding each (X24), and not one for each code (X10)', async () => {
    const used = { occupations: new Set<string>(), words: new Set<number>() };
    const news = await newsOf(({ archive, placenames }) => {
      for (const { occupations } of archive.cbed.values())
        for (const { id } of occupations) used.occupations.add(id);
      for (const { glossary, replacementID } of placenames.places.values())
        if (replacementID === undefined) for (const { id } of glossary) used.words.add(id);
      archive.occupations.length = 0;
      archive.schoolsTopics.length = 0;
      placenames.features.length = 0;
      placenames.glossary.length = 0;
    });
    const lists = news.filter(isOfLists);
    expect(lists.filter(({ kind }) => kind !== 'cbes.topic')).toEqual(
      sorted([
        // Of the two lists of categories that of features: river, hill, lake and island, which are in neither now.
        empty('category', 4),
        empty('cbed.occupation', used.occupations.size),
        empty('glossary', used.words.size),
      ]),
    );
    expect(lists.filter(({ kind }) => kind === 'cbes.topic')).toMatchObject([{ shape: 'X24' }]);
  });

  test('are no finding where no code is in use', async () => {
    const news = await newsOf(({ placenames }) => {
      placenames.glossary.length = 0;
      for (const place of placenames.places.values()) place.glossary = [];
    });
    expect(news.filter(isOfLists)).toEqual([]);
  });
});

describe('a world that has lost its manuscripts', () => {
  let lesser: Harvest;

  beforeAll(async () => {
    lesser = await harvested((draft) => {
      draft.archive.cbe.clear();
      personOf(draft, 4104).viafID = 4104;
    });
  });

  /** What counts: published items, and pages, of the volumes that the public may see. */
  const gone = (kind: string, count: number): Line => ({
    ...{
      severity: 'warning',
      shape: 'X17',
      kind,
      focus: '',
      value: `${count} before, 0 now`,
      outcome: 'published',
    },
  });

  test('is reported against the release before (X17), without kinds of few records; and one more shared id (X18)', async () => {
    const release = await releaseOf(lesser, { previous: whole.directory });
    const news = beyond(await reportIn(release), before);
    // 21 items and 30 pages: what is not marked in the two volumes that are ready to publish.
    expect(news).toEqual(sorted([gone('cbe.item', 21), gone('cbe.page', 30), ofIds('2 of 16')]));
    expect(lostIn(release)).toEqual([]);
  });

  test('misses no record that the build leaves out', async () => {
    const kinds = ['schools', 'people', 'places'] as const;
    const release = await releaseOf(lesser, { previous: whole.directory, kinds, label: 'some' });
    expect((await reportIn(release)).filter(({ shape }) => shape === 'X17')).toEqual([]);
  });
});
