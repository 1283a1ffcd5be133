import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openForBuild } from '../../../src/harvest/store/stored-harvest.js';
import type { SourceProfile } from '../../../src/model/mapping/access.js';
import { readContext } from '../../../src/model/rdf/context.js';
import { makeToQuads } from '../../../src/model/rdf/to-quads.js';
import { GROUPS, type Group } from '../../../src/model/records/datasets.js';
import type { SourceRecord } from '../../../src/model/records/record.js';
import { Checker } from '../../../src/model/shacl/checker.js';
import { readShapes } from '../../../src/model/shacl/shapes.js';
import { buildGlobalIndex, type PrivacySettings } from '../../../src/pipeline/global-index/global-index.js';
import {
  checkRecord,
  type MappedRecord,
  mappingContextOf,
  mapRecord,
  toPublishable,
} from '../../../src/pipeline/map-records/map-record.js';
import { SHAPES } from '../../../src/pipeline/plan/compiled-vocabulary.js';
import { type Provenance, publishedSources } from '../../../src/use/inspect/explain/published-records.js';
import { BASE, objectsOf, values } from '../../golden/graph.js';
import { scratch } from '../../support/files.js';
import { type Bodies, storeOf } from '../store-of.js';

/** What no single record says: stubs (model 3.6 and 3.9), people embedded in works, ids of several people (7.3, X7). */

const context = readContext();
const toQuads = makeToQuads(context);
const checker = new Checker(await readShapes(SHAPES));

interface Changes extends PrivacySettings {
  readonly groups?: readonly Group[];
  readonly profile?: SourceProfile;
}

/** What is said of every record that leaves a harvest, and what was gathered before. */
async function saidOf(bodies: Bodies, changes: Changes = {}) {
  const { groups = GROUPS, profile = 'public', personsProfile = 'full' } = changes;
  // Without the people the contributions have nobody: other shapes.
  const isChecked = personsProfile === 'full';
  const store = await openForBuild(await storeOf(join(await scratch(), 'store'), bodies));
  const globalIndex = await buildGlobalIndex(store, groups, profile, {}, changes);
  const plan = { base: BASE, gender: 'irish', latestYear: 2026, profile, ...changes } as const;
  const setting = mappingContextOf(plan, globalIndex, context);
  const units: (MappedRecord &
    Pick<SourceRecord, 'kind' | 'id'> & { iri: string; provenance: Provenance })[] = [];
  for await (const { one, provenance } of publishedSources(store, groups, globalIndex)) {
    const said = mapRecord(toPublishable(one, globalIndex, plan), setting, toQuads);
    if ('failed' in said) throw new Error(said.failed.message);
    if (isChecked) {
      const findings = await checkRecord(said, checker);
      expect(findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
    }
    units.push({ kind: one.kind, id: one.id, iri: said.node.id.slice(BASE.length), provenance, ...said });
  }
  const of = (kind: string) => units.filter((one) => one.kind === kind);
  const objects = (iri: string, term: string) =>
    objectsOf(
      units.flatMap(({ quads }) => quads),
      term,
      BASE + iri,
    );
  return { globalIndex, of, objects };
}

const place = (id: number, more: object = {}) => ({
  id,
  placenames: [{ id: id * 10, language: 'ga', wording: `Áit ${id}`, main: true }],
  ...more,
});
const placesIn = (...places: readonly object[]): Bodies => ({
  'places /?PlaceID=1': { totalCount: places.length, places },
});

describe('a place that both services know', () => {
  const referring = (location: object): Bodies => ({
    '/cbe?VolumeID=1': [
      { id: 1, pages: [], parts: [{ id: 20, items: [{ id: 30, pages: [], locationsIreland: [location] }] }] },
    ],
  });

  test('is described twice, each time in the words of one', async () => {
    const both = { ...referring({ logainmID: 7, nameEN: 'Kilmacrenan' }), ...placesIn(place(7)) };
    const { of } = await saidOf(both);
    const names = (kind: string) =>
      of(kind).flatMap(({ quads }) => objectsOf([...quads], 'schema:name', `${BASE}place/7`));
    expect(names('location-ireland')).toEqual(['"Kilmacrenan"@en']);
    expect(names('place')).toEqual(['"Áit 7"@ga']);
  });

  test('is left to the database where the archive does not name it', async () => {
    const { of } = await saidOf({ ...referring({ logainmID: 7 }), ...placesIn(place(7)) });
    expect(of('location-ireland')).toEqual([]);
    expect(of('place').map(({ id }) => id)).toEqual([7]);
  });
});

describe('a place about which the archive contradicts itself (model 7.3, X27)', () => {
  const [KILDARE, MAYO] = [
    { logainmID: 100009, nameEN: 'Kildare' },
    { logainmID: 100016, nameEN: 'Mayo' },
  ];
  const item = (id: number, location: object) => ({
    id,
    pages: [],
    locationsIreland: [{ logainmID: 7, ...location }],
  });
  const telling = (...locations: readonly object[]): Bodies => ({
    '/cbe?VolumeID=1': [
      { id: 1, pages: [], parts: [{ id: 20, items: locations.map((one, at) => item(30 + at, one)) }] },
    ],
  });
  const inKildare = { nameEN: 'Kilcullen', counties: [KILDARE] };
  const inMayo = { nameEN: 'Kilcullen', counties: [MAYO] };
  const found = ({ globalIndex }: Awaited<ReturnType<typeof saidOf>>) =>
    globalIndex.contradictions.map(({ record, field, statements }) => [
      `${record.kind} ${record.id} ${field}`,
      ...statements.map(({ by }) => `${by.kind} ${by.id}`),
    ]);
  const COUNTIES = ['location-ireland 7 counties', 'cbe.item 30', 'cbe.item 31'];

  test.each([
    ['one county first', [inKildare, inMayo]],
    ['the other county first', [inMayo, inKildare]],
  ])('lies in no county, and both records are named: %s', async (_, locations) => {
    const said = await saidOf(telling(...locations));
    expect(found(said)).toEqual([COUNTIES]);
    expect(said.objects('place/7', 'schema:containedInPlace')).toEqual([]);
  });

  test('lies in the county of the two that the place-names database names, too', async () => {
    const CON = { id: 'CON', nameEN: 'county' };
    const known = place(7, {
      includedIn: [
        { id: 100016, category: CON },
        { id: 5, category: CON },
      ],
    });
    const { objects } = await saidOf({ ...telling(inKildare, inMayo), ...placesIn(known) });
    const both = objects('place/7', 'schema:containedInPlace');
    // The database says more, of itself.
    expect(both).toContain(`<${BASE}place/100016>`);
    expect(both).not.toContain(`<${BASE}place/100009>`);
  });

  test.each([
    ['says nothing of the county', [inKildare, { nameEN: 'Kilcullen' }]],
    ['names both', [inKildare, { nameEN: 'Kilcullen', counties: [KILDARE, MAYO] }, inMayo]],
    [
      'names the county in fewer words',
      [inKildare, { nameEN: 'Kilcullen', counties: [{ logainmID: 100009 }] }],
    ],
  ])('is not one of which a record %s', async (_, locations) => {
    const said = await saidOf(telling(...locations));
    expect(found(said)).toEqual([]);
    expect(said.objects('place/7', 'schema:containedInPlace')).toContain(`<${BASE}place/100009>`);
  });

  test('has a finding for its name and its point, too; what is published of them is one of the statements', async () => {
    const one = { nameEN: 'Kilcullen', coordinates: { latitude: 53.1, longitude: -6.7 } };
    const other = { nameEN: 'Kilcock', coordinates: { latitude: 53.4, longitude: -6.6 } };
    const said = await saidOf(telling(one, other));
    expect(found(said).map(([what]) => what)).toEqual([
      'location-ireland 7 nameEN',
      'location-ireland 7 coordinates',
    ]);
  });
});

describe('a place that others lie in', () => {
  const parent = { id: 7, nameEN: 'Kilmacrenan', category: { id: 'BAR', nameEN: 'barony' } };

  test('is described from them when its own record is not there, once, with what is said of it', async () => {
    const { of, objects } = await saidOf(
      placesIn(place(1, { includedIn: [{ id: 7 }] }), place(2, { includedIn: [parent] }), place(3)),
    );
    expect(of('place-summary').map(({ iri, provenance }) => [iri, provenance])).toEqual([
      ['place/7', 'shared'],
    ]);
    expect(objects('place/7', 'schema:name')).toEqual(['"Kilmacrenan"@en']);
    expect(objects('category/BAR', 'skos:prefLabel')).toEqual(['"barony"@en']);
  });

  test.each([
    ['its own record is there', place(7)],
    ['it was merged into another', place(7, { replacementID: 1 })],
    ['its own record says that it must not leave', place(7, { approved: false })],
  ])('is not described from them when %s', async (_, own) => {
    const { of } = await saidOf(placesIn(place(1, { includedIn: [parent] }), own));
    expect(of('place-summary')).toEqual([]);
  });

  test('is described from them when nobody could read its own record', async () => {
    const { of } = await saidOf(placesIn(place(1, { includedIn: [parent] }), { id: 7, placenames: 5 }));
    expect(of('place-summary').map(({ id }) => id)).toEqual([7]);
  });

  test('leaves it to the stub of the folklore collections where there is one: one place, one name', async () => {
    const item = { id: 30, pages: [], locationsIreland: [{ logainmID: 7, nameEN: 'Kilmacrenan' }] };
    const folklore = { '/cbe?VolumeID=1': [{ id: 1, pages: [], parts: [{ id: 20, items: [item] }] }] };
    const county = { '/counties': [{ logainmID: 100013, nameEN: 'Donegal' }] };
    const inBoth = place(1, { includedIn: [parent, { id: 100013, nameEN: 'Donegal' }] });
    const { of } = await saidOf({ ...folklore, ...county, ...placesIn(inBoth) });
    expect(of('place-summary')).toEqual([]);
    expect(of('location-ireland').map(({ id }) => id)).toEqual([7]);
    const alone = await saidOf({ ...folklore, ...county, ...placesIn(inBoth) }, { groups: ['places'] });
    expect(alone.of('place-summary').map(({ id }) => id)).toEqual([7, 100013]);
  });
});

/** Services embed things now in a short form, now in a full one. */
describe('a thing that several records mention', () => {
  const BARONY = { id: 'BAR', nameEN: 'barony', nameGA: 'barúntacht' };
  const BARONIES = { ...BARONY, namePluralEN: 'baronies', namePluralGA: 'barúntachtaí' };

  test('says all that is said of it, and so does what stands in it', async () => {
    const { objects } = await saidOf(
      placesIn(
        place(1, {
          categories: [{ id: 'PAR', nameGA: 'paróiste' }],
          includedIn: [{ id: 7, nameGA: 'Áit', category: BARONY }],
        }),
        place(2, {
          categories: [{ id: 'PAR', nameEN: 'parish' }],
          includedIn: [{ id: 7, nameEN: 'Place', category: BARONIES }],
        }),
      ),
    );
    expect(objects('category/PAR', 'skos:prefLabel')).toEqual(['"parish"@en', '"paróiste"@ga']);
    expect(objects('place/7', 'schema:name')).toEqual(['"Place"@en', '"Áit"@ga']);
    expect(objects('category/BAR', 'lore:pluralLabel')).toEqual(['"baronies"@en', '"barúntachtaí"@ga']);
  });

  test('says all that is said of it where it is a person', async () => {
    const names = [{ fullName: 'Duine' }];
    const items = [
      { id: 1, names },
      { id: 1, names, ainmID: 5 },
    ].map((one, n) => ({ id: 30 + n, pages: [], informants: [one] }));
    const { objects } = await saidOf({
      '/cbe?VolumeID=1': [{ id: 1, pages: [], parts: [{ id: 20, items }] }],
    });
    expect(objects('cbed/person/1', 'lore:ainmId')).toEqual(['"5"']);
  });

  test('is the same in whatever order its mentions come, even where they contradict each other', async () => {
    const names = fc.option(fc.constantFrom('a', 'b', 'ab', 'ba'), { nil: undefined });
    const mention = fc.record({
      ...{ id: fc.constant(7), nameEN: names, nameGA: fc.constantFrom('á', 'bá') },
      category: fc.option(fc.record({ id: fc.constantFrom('BAR', 'PAR'), namePluralEN: names }), {
        nil: undefined,
      }),
    });
    const inSomeOrder = fc
      .array(mention, { minLength: 2, maxLength: 5 })
      .chain((met) => fc.tuple(fc.constant(met), fc.shuffledSubarray(met, { minLength: met.length })));
    const sharedOf = async (met: readonly object[]) => {
      const { globalIndex } = await saidOf(
        placesIn(...met.map((one, n) => place(n + 1, { includedIn: [one] }))),
      );
      return globalIndex.shared.map(({ kind, id, record }) => ({ kind, id, record }));
    };
    const agree = async ([met, shuffled]: readonly [readonly object[], readonly object[]]) => {
      expect(await sharedOf(shuffled)).toEqual(await sharedOf(met));
    };
    await fc.assert(fc.asyncProperty(inSomeOrder, agree), { numRuns: 15 });
  });

  test('is the one that the service lists, where it lists it', async () => {
    const { objects } = await saidOf({
      ...placesIn(place(1, { categories: [{ ...BARONIES, nameEN: 'some other name' }] })),
      'places /administrative-units': [BARONY],
    });
    expect(objects('category/BAR', 'skos:prefLabel')).toEqual(['"barony"@en', '"barúntacht"@ga']);
  });
});

describe('a person embedded in a work', () => {
  const someone = (id: number) => ({ id, names: [{ fullName: `Duine ${id}` }], viafID: 5 });
  const volume = (item: object, part: object = {}, more: object = {}) => [
    { id: 1, ...more, pages: [], parts: [{ id: 20, ...part, items: [{ id: 30, pages: [], ...item }] }] },
  ];

  test.each(['collectors', 'informants', 'relevantPersons'])(
    'of manuscripts, as one of the %s, is described from it when the list of people does not have them',
    async (role) => {
      const { of, objects } = await saidOf({
        '/cbe?VolumeID=1': volume({ [role]: [someone(1), someone(2)] }, { [role]: [someone(3)] }),
        '/cbed': [{ ...someone(1), names: [{ fullName: 'An taifead féin' }] }],
      });
      const people = of('cbed.person');
      expect(people.map(({ id, provenance }) => [id, provenance])).toEqual([
        [1, 'read'],
        [2, 'shared'],
        [3, 'shared'],
      ]);
      expect(objects('cbed/person/1', 'schema:name')).toEqual(['"An taifead féin"']);
      expect(objects('cbed/person/2', 'schema:name')).toEqual(['"Duine 2"']);
      expect(objects('cbed/person/2', 'lore:viafId')).toEqual(['"5"']);
    },
  );

  test('of photographs likewise', async () => {
    const { of } = await saidOf({
      '/cbeg?HandbookTopic=A': [
        { id: 9, digitized: true, photographer: someone(1), relevantPersons: [someone(2)] },
      ],
    });
    expect(of('cbed.person').map(({ id }) => id)).toEqual([1, 2]);
  });

  test('is not described where the run leaves the people out', async () => {
    const { of } = await saidOf(
      { '/cbe?VolumeID=1': volume({ collectors: [someone(1)] }) },
      { groups: ['manuscripts'] },
    );
    expect(of('cbed.person')).toEqual([]);
  });

  test('is not described against the record that says it must not leave', async () => {
    const { of } = await saidOf({
      '/cbe?VolumeID=1': volume({ collectors: [someone(1)] }),
      '/cbed': [{ ...someone(1), sensitive: true }],
    });
    expect(of('cbed.person')).toEqual([]);
  });

  test('is not described from a work that stays in, not even if it was thought to leave at first', async () => {
    const item = (sensitive: boolean) => ({ id: 30, sensitive, pages: [], collectors: [someone(1)] });
    const twice = [
      {
        ...{ id: 1, status: 4, pages: [] },
        parts: [
          { id: 20, items: [item(false)] },
          { id: 21, items: [item(true)] },
        ],
      },
    ];
    for (const body of [volume(item(true), {}, { status: 4 }), twice]) {
      const { of } = await saidOf({ '/cbe?VolumeID=1': body }, { profile: 'privileged' });
      expect(of('cbe.part').length).toBeGreaterThan(0);
      expect(of('cbed.person')).toEqual([]);
    }
  });
});

describe('an id of the schools collection', () => {
  const told = (fullName: string, more: object = {}) => ({ id: 5, names: [{ fullName }], ...more });
  const schools = (...parts: readonly object[]): Bodies => ({
    '/cbes?VolumeID=1': [{ id: 1, volumeNumber: '1', pages: [], parts }],
  });
  const items = (...tellings: readonly (readonly object[])[]) => ({
    id: 20,
    items: tellings.map((informants, n) => ({ id: 30 + n, pages: [], informants })),
  });

  test('with one name is one person, however the name is written, whatever else differs', async () => {
    const { globalIndex, of } = await saidOf(
      schools(
        items(
          [told('Séan Mc Carthy', { gender: 'b', age: { age: 70 } })],
          [told('SEÁN McCarthy', { gender: 'f', age: { age: 71 } })],
          [told('(name not given)')],
        ),
      ),
    );
    expect([...globalIndex.ambiguousPeople]).toEqual([]);
    expect(of('cbes.person').map(({ iri }) => iri)).toEqual(['cbes/person/5']);
  });

  test('with two names is a person of each work: what is said of one is not said of another', async () => {
    const bodies = schools({
      ...items(
        [told('Máire Ní Bhriain', { occupations: ['feirmeoir'] })],
        [told('Tomás Ó Sé')],
        [told('máire ní bhriain')],
      ),
      teachers: [told('Tomás Ó Sé')],
    });
    const { globalIndex, of, objects } = await saidOf(bodies);
    // The part is read before its items.
    expect([...globalIndex.ambiguousPeople]).toEqual([[5, ['Tomás Ó Sé', 'Máire Ní Bhriain']]]);
    const people = of('cbes.person');
    expect(people.map(({ iri }) => iri)).toEqual([
      'cbes/part/20#person-5',
      'cbes/item/30#person-5',
      'cbes/item/31#person-5',
      'cbes/item/32#person-5',
    ]);
    expect(new Set(people.map(({ id }) => id)).size).toBe(4);
    expect(objects('cbes/item/30#person-5', 'lore:occupationAsRecorded')).toEqual(['"feirmeoir"@und']);
    expect(objects('cbes/item/32#person-5', 'lore:occupationAsRecorded')).toEqual([]);
    expect(objects('cbes/item/31#person-5', 'prov:hadPrimarySource')).toEqual(values('<cbes/item/31>'));
    expect(objects('cbes/item/31', 'lore:informant')).toEqual(values('<cbes/item/31#person-5>'));
    expect(objects('cbes/part/20', 'lore:teacher')).toEqual(values('<cbes/part/20#person-5>'));
  });

  test('that stands for two names within one item is one person of that item, with both', async () => {
    const { objects } = await saidOf(schools(items([told('Máire'), told('Tomás')])));
    expect(objects('cbes/item/30#person-5', 'schema:name')).toEqual(['"Máire"']);
    expect(objects('cbes/item/30#person-5', 'schema:alternateName')).toEqual(['"Tomás"']);
  });

  test('is judged by the records that leave alone', async () => {
    const item = (id: number, sensitive: boolean, person: object) => ({
      ...{ id, sensitive, pages: [], informants: [person] },
    });
    const volume = (second: object) => ({
      '/cbes?VolumeID=1': [
        { id: 1, status: 4, pages: [], parts: [{ id: 20, items: [item(30, false, told('Máire')), second] }] },
      ],
    });
    const judged = async (second: object) => [
      ...(await saidOf(volume(second), { profile: 'privileged' })).globalIndex.ambiguousPeople.keys(),
    ];
    expect(await judged(item(31, true, told('Tomás')))).toEqual([]);
    expect(await judged(item(31, false, told('Tomás')))).toEqual([5]);
  });

  test('is nobody where people must not be known', async () => {
    const bodies = schools(items([told('Máire')], [told('Tomás')]));
    const { globalIndex, of } = await saidOf(bodies, { personsProfile: 'roles-only' });
    expect([...globalIndex.ambiguousPeople]).toEqual([]);
    expect(of('cbes.person')).toEqual([]);
  });
});

test('a transcriber is nobody where the configuration says so', async () => {
  const transcript = { id: 40, itemID: 30, text: 'x', transcribers: [{ id: 1, name: 'Anaithnid' }] };
  const bodies = {
    '/cbes?VolumeID=1': [
      {
        ...{ id: 1, parts: [{ id: 20, items: [{ id: 30, pages: [10] }] }] },
        pages: [{ id: 10, pageNumber: '1', transcripts: [transcript] }],
      },
    ],
  };
  expect((await saidOf(bodies)).of('cbes.transcriber')).toEqual([]);
  const { of } = await saidOf(bodies, { placeholders: ['nobody'] });
  expect(of('cbes.transcriber').map(({ id }) => id)).toEqual([1]);
});
