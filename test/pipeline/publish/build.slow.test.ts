import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Parser } from 'n3';
import { describe, expect, test } from 'vitest';
import { type Report, type RunEvent, silent } from '../../../src/base/events.js';
import { writeHistory } from '../../../src/harvest/crawl/history.js';
import type { Documents } from '../../../src/harvest/store/entry.js';
import type { BuildPlan } from '../../../src/pipeline/plan/build-plan.js';
import { build } from '../../../src/pipeline/publish/build.js';
import { readTable } from '../../release/tables/read-csv.js';
import { features } from '../../support/build-features.js';
import { filesBelow, scratch } from '../../support/files.js';
import { type Bodies, storeOf } from '../store-of.js';

/** Architecture 4 (decisions 6 and 10) and model 3.0: what a build does with records that are not as they should be. */

/** Requests that every harvest makes: without them a build says that these kinds were not harvested. */
const ALWAYS: Bodies = {
  '/cbe/volumes': [],
  '/cbes/volumes': [],
  '/cbed/occupations': [],
  'places /glossary': [],
};

async function buildFrom(bodies: Bodies, changes: Partial<BuildPlan> = {}, report: Report = silent) {
  const folder = await scratch();
  const store = await storeOf(join(folder, 'store'), { ...ALWAYS, ...bodies });
  const plan: BuildPlan = {
    kinds: ['manuscripts', 'schools', 'people', 'places'],
    store,
    out: join(folder, 'out'),
    label: 'test',
    base: 'https://data.example.org/folklore/',
    gender: 'irish',
    profile: 'public',
    onViolation: 'skip',
    latestYear: 2026,
    ...changes,
  };
  const result = await build(plan, () => ({}), report, { features });
  const read = (file: string) => readFile(join(result.directory, file), 'utf8');
  const counts = Object.fromEntries(
    result.ledger.rows().map(({ kind, fetched, ...outcomes }) => {
      const some = Object.entries(outcomes).filter(([, count]) => count > 0);
      return [kind, `${fetched}: ${some.map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`];
    }),
  );
  const lines = (await read('report/quarantine.ndjson')).split('\n').filter(Boolean);
  return { ...result, counts, read, quarantine: lines.map((line) => JSON.parse(line)) };
}

const person = (id: number, more: object = {}) => ({ id, names: [{ fullName: `Duine ${id}` }], ...more });
const place = (id: number, more: object = {}) => ({
  id,
  placenames: [{ id: id * 10, language: 'ga', wording: `Áit ${id}`, main: true }],
  categories: [{ id: 'BF', nameEN: 'townland' }],
  ...more,
});

describe('a record that cannot be read', () => {
  test('goes to quarantine with its place, the reason and its source; the others are published', async () => {
    const { counts, quarantine, read } = await buildFrom({
      '/cbed': [person(1), { id: 2, names: 7 }, person(3)],
    });
    expect(counts['cbed.person']).toBe('3: 2 published, 1 unreadable');
    expect(quarantine).toEqual([
      {
        kind: 'cbed.person',
        id: 2,
        origin: { service: 'archive', request: '/cbed', pointer: '/1' },
        outcome: 'unreadable',
        reasons: [expect.stringMatching(/^The field Names\b/)],
        source: { id: 2, names: 7 },
      },
    ]);
    expect(await read('data/people.ttl')).not.toContain('person:2 ');
  });

  test('within a volume takes nothing with it but what it holds', async () => {
    const volume = {
      id: 1,
      volumeNumber: '0001',
      pages: [{ id: 10, pageNumber: '1' }],
      parts: [
        {
          id: 20,
          listingOrder: '1',
          items: [
            { id: 30, pages: [10] },
            { id: 31, pages: 'none' },
          ],
        },
        {
          listingOrder: '2',
          items: [
            { id: 32, pages: [10] },
            { id: 33, pages: [10] },
          ],
        },
      ],
    };
    const { counts, quarantine } = await buildFrom({ '/cbe?VolumeID=1': [volume] });
    expect(counts['cbe.volume']).toBe('1: 1 published');
    expect(counts['cbe.page']).toBe('1: 1 published');
    // Part 2 has no id, so nobody can say where its two items belong: all three are kept for a person to look at.
    expect(counts['cbe.part']).toBe('2: 1 published, 1 unreadable');
    expect(counts['cbe.item']).toBe('4: 1 published, 3 unreadable');
    expect(quarantine.map(({ kind, id, origin }) => [kind, id, origin.pointer])).toEqual([
      ['cbe.item', 31, '/0/parts/0/items/1'],
      ['cbe.part', undefined, '/0/parts/1'],
    ]);
  });

  test('of a volume is told to editors by its page, as an archivist names it, and by its address', async () => {
    const transcript = { id: 40, itemID: 30, pageID: 11, text: 'Bhí fear ann.', transcribers: [] };
    const volume = {
      ...{ ID: 7, VolumeNumber: '0199' },
      Pages: [
        null,
        { id: 10, pageNumber: '12', transcripts: [{ ...transcript, id: 39, pageID: 10 }] },
        { ID: 11, PageNumber: ' 13 ', Transcripts: [transcript, { ...transcript, id: 41, itemID: 'none' }] },
        { id: 12, pageNumber: '14', imageFileName: ['a', 'b'], transcripts: [] },
        { id: {}, transcripts: [] },
      ],
      parts: [
        {
          ...{ id: 20, listingOrder: '3' },
          items: [
            { id: 30, listingOrder: '4', pages: [11], firstPageID: 11 },
            { id: 31, listingOrder: '5', pages: 'none' },
          ],
        },
        { id: 21, listingOrder: '4', titlePages: 'none', items: [] },
      ],
    };
    const whole = { id: {}, volumeNumber: '0200', pages: [], parts: [] };
    const links = {
      schoolsPart: 'https://archive.example.org/cbes/{partID}',
      schoolsItem: 'https://archive.example.org/cbes/{partID}/{firstPageID}/{itemID}',
    };
    const { quarantine, read } = await buildFrom(
      { '/cbes?VolumeID=7': [volume], '/cbes?VolumeID=8': [whole] },
      { links },
    );
    expect(quarantine.map(({ kind, id }) => [kind, id])).toEqual([
      ['cbes.transcript', 41],
      ['cbes.page', 12],
      ['cbes.page', undefined],
      ['cbes.item', 31],
      ['cbes.part', 21],
      ['cbes.volume', undefined],
    ]);
    const rows = readTable(await read('report/editors.csv'));
    const unreadable = rows.filter(({ outcome }) => outcome === 'unreadable');
    expect([...new Set(unreadable.map(({ where }) => where))]).toEqual([
      'CBÉS 0199, p. 13, https://archive.example.org/cbes/20/11/30',
      'CBÉS 0199, p. 14',
      'CBÉS 0199, entry 4 of Pages',
      'CBÉS 0199, part 3, item 5, https://archive.example.org/cbes/20',
      'CBÉS 0199, part 4, https://archive.example.org/cbes/21',
      'CBÉS 0200',
    ]);
  });

  test('is told only by its place when it names anything privileged', async () => {
    const { quarantine } = await buildFrom({
      '/cbed': [{ id: 2, names: [], Sensitive: true, note: 'Secretword' }],
    });
    expect(quarantine).toHaveLength(1);
    expect(JSON.stringify(quarantine)).not.toContain('Secretword');
  });

  test('within a volume that stays in is withheld with it, and nothing of it is told', async () => {
    const volume = { id: 661, status: 2, pages: [], parts: [{ id: 'x', school: { name: 'Scoil Rúnda' } }] };
    const { counts, quarantine, directory } = await buildFrom(
      { '/cbes?VolumeID=661': [volume] },
      { profile: 'privileged' },
    );
    expect(counts['cbes.volume']).toBe('1: 1 withheld');
    expect(counts['cbes.part']).toBe('1: 1 withheld');
    expect(quarantine).toEqual([]);
    for (const [file, bytes] of await filesBelow(directory))
      expect(bytes.includes('Rúnda'), file).toBe(false);
  });

  test('that came to a privileged key is told without its name, its place and its content', async () => {
    const { quarantine } = await buildFrom(
      { '/cbed': [{ id: 4711, names: 'Secretword' }] },
      { profile: 'privileged' },
    );
    expect(quarantine).toEqual([
      { kind: 'cbed.person', outcome: 'unreadable', reasons: [expect.stringMatching(/^The field Names\b/)] },
    ]);
  });

  test('is referred to by nothing, nor is what it holds', async () => {
    const lost = { id: 2, pages: [], parts: [{ id: 'x', items: [{ id: 99, pages: [] }] }] };
    const item = { id: 30, pages: [], linkedItems: [{ itemID: 99, sequence: 'NEXT' }] };
    const volume = { id: 1, pages: [], parts: [{ id: 20, items: [item] }] };
    const { read } = await buildFrom({ '/cbe?VolumeID=1': [volume], '/cbe?VolumeID=2': [lost] });
    expect(await read('data/manuscripts.ttl')).not.toContain('cbe-item:99');
  });

  test('takes the transcripts of an unreadable item out of sight: nobody knows whether it is sensitive', async () => {
    const volume = {
      id: 1,
      pages: [{ id: 10, pageNumber: '1', transcripts: [{ id: 40, itemID: 30, text: 'Whisperword' }] }],
      parts: [{ id: 20, items: [{ id: 30, pages: [10], languages: 5, topics: 'x' }] }],
    };
    const { counts, read } = await buildFrom({ '/cbes?VolumeID=1': [volume] });
    expect(counts['cbes.item']).toBe('1: 1 unreadable');
    expect(counts['cbes.transcript']).toBe('1: 1 withheld');
    expect(await read('data/transcripts.ttl')).not.toContain('Whisperword');
  });
});

test('a term that is no lawful RDF is stopped before the shapes see it', async () => {
  const { quarantine } = await buildFrom({ '/cbed/occupations': [{ id: '..', nameEN: 'climber' }] });
  expect(quarantine[0].reasons.join()).toContain('dot segment');
});

describe('records with one number', () => {
  const OPEN = { sensitive: false };
  const item = (title: string, more: object = {}) => ({
    id: 30,
    titlesGA: [title],
    title,
    pages: [10],
    ...more,
  });
  const volume = (id: number, ...items: readonly object[]) => ({
    ...{ id, volumeNumber: `000${id}`, pages: [{ id: id * 10, pageNumber: '1' }] },
    parts: [{ id: id * 20, listingOrder: '1', items }],
  });
  const built = (bodies: Bodies, changes: Partial<BuildPlan> = {}) => buildFrom(bodies, changes);

  test('that differ are not one: the first is published, each other is rejected, and both places are told', async () => {
    const { counts, quarantine, notes, read } = await built({
      '/cbe?VolumeID=1': [volume(1, item('An Gobán Saor'), item('An Gobán Saor'))],
      '/cbe?VolumeID=2': [volume(2, item('Fionn agus an fathach'))],
    });
    expect(counts['cbe.item']).toBe('2: 1 published, 1 rejected');
    expect(quarantine).toEqual([
      {
        kind: 'cbe.item',
        id: 30,
        origin: { service: 'archive', request: '/cbe?VolumeID=2', pointer: '/0/parts/0/items/0' },
        outcome: 'rejected',
        reasons: [expect.stringContaining('archive /cbe?VolumeID=1#/0/parts/0/items/0')],
        source: expect.objectContaining({ id: 30, title: 'Fionn agus an fathach' }),
      },
    ]);
    expect(notes.duplicates).toEqual([{ kind: 'cbe.item', count: 1 }]);
    expect(await read('data/manuscripts.ttl')).not.toContain('fathach');
    const editors = await read('report/editors.csv');
    expect(editors).toContain('/cbe?VolumeID=1#/0/parts/0/items/0');
  });

  test('that differ are nobody’s to read, where one of them is not for the public', async () => {
    const { counts, quarantine } = await built(
      {
        '/cbe?VolumeID=1': [{ ...volume(1, item('An Gobán Saor', OPEN)), status: 4 }],
        '/cbe?VolumeID=2': [{ ...volume(2, item('Rún', { sensitive: true })), status: 4 }],
      },
      { profile: 'privileged' },
    );
    expect(counts['cbe.item']).toBe('1: 1 withheld');
    expect(quarantine).toEqual([]);
  });

  test('that differ are told without their content, where they were sent to a privileged key', async () => {
    const { counts, read } = await built(
      {
        '/cbe?VolumeID=1': [{ ...volume(1, item('An Gobán Saor', OPEN)), status: 4 }],
        '/cbe?VolumeID=2': [{ ...volume(2, item('Fionn agus an fathach', OPEN)), status: 4 }],
      },
      { profile: 'privileged' },
    );
    expect(counts['cbe.item']).toBe('2: 1 published, 1 rejected');
    for (const file of ['report/quarantine.ndjson', 'report/editors.csv', 'report/validation.json'])
      expect(await read(file)).not.toContain('fathach');
  });
});

describe('what is not for the public', () => {
  test('a record that says it must not leave stays in, though its kind is not known to say so', async () => {
    const { counts } = await buildFrom({
      '/cbed': [person(1, { sensitive: true }), person(2, { Status: 0 }), person(3)],
      'places /?PlaceID=1': { totalCount: 1, places: [place(1, { approved: false })] },
    });
    expect(counts['cbed.person']).toBe('3: 1 published, 2 withheld');
    expect(counts.place).toBe('1: 1 withheld');
  });

  test('a missing mark passes with a public key and stays in with a privileged one', async () => {
    const volume = { id: 1, pages: [{ id: 10, pageNumber: '1' }], parts: [] };
    const open = await buildFrom({ '/cbe?VolumeID=1': [volume] }, { profile: 'public' });
    expect(open.counts['cbe.page']).toBe('1: 1 published');
    const closed = await buildFrom({ '/cbe?VolumeID=1': [volume] }, { profile: 'privileged' });
    expect(closed.counts['cbe.volume']).toBe('1: 1 withheld');
    expect(closed.counts['cbe.page']).toBe('1: 1 withheld');
  });

  test('a sensitive page disappears from the items on it; they end on the last that is published', async () => {
    const pages = [
      { id: 10, pageNumber: '1', sensitive: false },
      { id: 11, pageNumber: '2', sensitive: true },
    ];
    const item = { id: 30, sensitive: false, pages: [10, 11], firstPageID: 10, lastPageID: 11 };
    const volume = { id: 1, status: 4, pages, parts: [{ id: 20, titlePages: [11], items: [item] }] };
    const { read, counts } = await buildFrom({ '/cbe?VolumeID=1': [volume] }, { profile: 'privileged' });
    expect(counts['cbe.page']).toBe('2: 1 published, 1 withheld');
    const turtle = await read('data/manuscripts.ttl');
    expect(turtle).toContain('lore:onPage cbe-page:10 ;');
    expect(turtle).not.toContain('cbe-page:11');
    expect(turtle).toContain('lore:lastPage cbe-page:10 ');
  });
});

test('fields that no dictionary knows are reported once per kind, with their number', async () => {
  const { notes } = await buildFrom({ '/cbed': [person(1, { mood: 'good' }), person(2, { mood: 'bad' })] });
  expect(notes.unknown.fields).toEqual([{ kind: 'cbed.person', what: 'mood', count: 2 }]);
});

test('words that every object knows are no codes, no links and no genders', async () => {
  const odd = person(1, { gender: 'constructor', birthDate: { year: 1900, accuracy: 'toString' } });
  const { counts } = await buildFrom({
    '/cbed': [odd],
    'places /?PlaceID=1': {
      totalCount: 1,
      places: [
        place(1, {
          links: [{ type: 'constructor', target: 'https://e.org/' }],
          gaeltacht: { extent: 'valueOf' },
        }),
      ],
    },
  });
  expect(counts['cbed.person']).toBe('1: 1 published');
  expect(counts.place).toBe('1: 1 published');
});

test('two things said under one name are a violation, not a choice', async () => {
  const told = (age: number) => ({ id: 5, names: [{ fullName: 'X' }], age: { age } });
  const item = { id: 30, pages: [], informants: [told(70), told(80)] };
  const { counts } = await buildFrom({
    '/cbes?VolumeID=1': [{ id: 1, pages: [], parts: [{ id: 20, items: [item] }] }],
  });
  expect(counts['cbes.item']).toBe('1: 1 rejected');
});

test('gender codes that contradict the scheme state no gender in that collection, and the run says so', async () => {
  const people = [person(1, { gender: 'f' }), person(2, { gender: 'm' })];
  const { notes, read } = await buildFrom({ '/cbed': people });
  expect(notes.genderConflicts).toEqual(['cbed']);
  const turtle = await read('data/people.ttl');
  expect(turtle).not.toContain('schema:gender');
  expect(turtle).toContain('lore:genderCode "m"');
});

test('an answer that is no list of records ends the build: no data is not an empty list', async () => {
  await expect(buildFrom({ '/cbed': { error: 'down for maintenance' } })).rejects.toMatchObject({
    code: 'ANSWER_UNREADABLE',
  });
});

test('a build that is told to stop leaves nothing', async () => {
  const folder = await scratch();
  const store = await storeOf(join(folder, 'store'), { ...ALWAYS, '/cbed': [person(1)] });
  const plan = {
    kinds: ['people'],
    store,
    out: join(folder, 'out'),
    label: 'test',
    base: 'https://e.org/',
  } as const;
  const run = build(
    { ...plan, gender: 'irish', profile: 'public', onViolation: 'skip', latestYear: 2026 },
    () => ({}),
    silent,
    { signal: AbortSignal.abort(), features },
  );
  await expect(run).rejects.toMatchObject({ code: 'INTERRUPTED', exitCode: 130 });
  expect([...(await filesBelow(plan.out)).keys()]).toEqual([]);
});

test('kinds that were not harvested are refused: empty files would look like an answer', async () => {
  await expect(
    buildFrom({ '/cbed': [person(1)] }, { kinds: ['people', 'photographs'] }),
  ).rejects.toMatchObject({
    code: 'STORE_UNUSABLE',
    message: expect.stringContaining('no photographs'),
    hint: expect.stringContaining('--kinds people'),
  });
});

describe('the year after which a date is implausible', () => {
  const IMPLAUSIBLE = 'lore:dateProblem lore-problem:implausible-year';
  const ITEM = { id: 30, pages: [], date: { year: 2027 } };
  const VOLUME = {
    id: 1,
    volumeNumber: '0001',
    pages: [],
    parts: [{ id: 20, listingOrder: '1', items: [ITEM] }],
  };
  const history = (harvested: string): Documents => ({
    'history.json': writeHistory({ source: 'x', harvested, sinceSweep: 0, withdrawn: [] }),
  });
  const builtIn = async (latestYear: number, documents?: Documents): Promise<string> => {
    const folder = await scratch();
    const bodies = { ...ALWAYS, '/cbe?VolumeID=1': [VOLUME] };
    const store = await storeOf(join(folder, 'store'), bodies, documents);
    const plan: BuildPlan = {
      ...{ kinds: ['manuscripts'], store, out: join(folder, 'out'), label: 'test' },
      ...{ base: 'https://data.example.org/folklore/', gender: 'irish', profile: 'public' },
      ...{ onViolation: 'skip', issued: '2026-12-31', latestYear },
    };
    const { directory } = await build(plan, () => ({}), silent, { features });
    return readFile(join(directory, 'data/manuscripts.ttl'), 'utf8');
  };

  test('is that of the harvest, so that the same store gives the same release in another year', async () => {
    const [then, later] = [
      await builtIn(2026, history('2026-12-31')),
      await builtIn(2030, history('2026-12-31')),
    ];
    expect(then).toContain(IMPLAUSIBLE);
    expect(later).toBe(then);
    expect(await builtIn(2026, history('2027-01-01'))).not.toContain(IMPLAUSIBLE);
  });

  test('is that of the run where the store does not know its day', async () => {
    expect(await builtIn(2026)).toContain(IMPLAUSIBLE);
    expect(await builtIn(2027)).not.toContain(IMPLAUSIBLE);
  });
});

test('the total of a build is planned: it does not change, and is reached at the end', async () => {
  const events: RunEvent[] = [];
  const people = Array.from({ length: 300 }, (_, at) => ({
    id: at + 1,
    names: [{ fullName: `Áine ${at}` }],
  }));
  await buildFrom({ '/cbed': people }, { kinds: ['people'] }, (event) => events.push(event));
  const progress = events.flatMap((event) =>
    event.event === 'progress' && event.what === 'records' ? [event] : [],
  );
  expect(progress.length).toBeGreaterThan(1);
  const [{ total } = { total: 0 }] = progress;
  expect(total).toBeGreaterThanOrEqual(people.length);
  expect(new Set(progress.map((one) => one.total))).toEqual(new Set([total]));
  for (const { done } of progress.slice(0, -1)) expect(done).toBeLessThan(total);
  expect(progress.at(-1)?.done).toBe(total);
});

describe('an empty text is none (wire-format 1)', () => {
  const NOTHING = ['', ' \r\n', null, '<p>&nbsp;</p>'];

  test('and rejects no transcript, page, school or place', async () => {
    const pages = NOTHING.map((text, at) => ({
      ...{ id: 10 + at, listingOrder: String(at), pageNumber: text },
      transcripts: [{ id: 40 + at, itemID: 30, text, transcribers: [] }],
    }));
    const parts = NOTHING.map((text, at) => ({
      ...{ id: 20 + at, listingOrder: String(at), school: { name: text, rollNumber: '12345' } },
      items: [{ id: 30 + at, title: text, extract: 'Bhí fear ann.', pages: [10 + at] }],
    }));
    const names = NOTHING.map((wording, at) => ({ id: 900 + at, language: 'en', wording, main: true }));
    const words = NOTHING.map((headword, at) => ({ id: 700 + at, headword, translation: 'x' }));
    const [named] = place(7).placenames;
    const { counts, read, validation, quarantine } = await buildFrom({
      '/cbes?VolumeID=1': [{ id: 1, volumeNumber: '0001', type: 'volume', pages, parts }],
      'places /?CategoryID=BF': {
        totalCount: 1,
        places: [{ ...place(7), placenames: [named, ...names], glossary: words }],
      },
    });
    expect(quarantine).toEqual([]);
    for (const kind of ['cbes.page', 'cbes.transcript', 'cbes.part', 'cbes.item'])
      expect(counts[kind]).toBe(`${NOTHING.length}: ${NOTHING.length} published`);
    expect(counts.place).toBe('1: 1 published');
    expect(validation.totals.violation).toBe(0);
    const findings = (await read('report/findings.ndjson'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    for (const field of ['Text', 'PageNumber', 'School.Name', 'Placenames[]', 'Glossary[]'])
      expect([field, findings.filter((one) => JSON.stringify(one).includes(`"${field}"`)).length]).toEqual([
        field,
        NOTHING.length,
      ]);
    expect(await read('data/places.ttl')).toContain('Áit 7');
  });
});

describe('clock values in other forms than the specification has (wire-format 1)', () => {
  const TIMES: readonly [sent: unknown, published: string | undefined][] = [
    ['2026-01-02T03:04:05+00:00', '2026-01-02T03:04:05Z'],
    ['0001-01-01T00:00:00', undefined],
    // No time: a detail that is left out, with a finding.
    ['2026-01-02', undefined],
    ['soon', undefined],
  ];

  test('lose no record; what is no time is left out with a finding', async () => {
    const people = TIMES.map(([dateCreated], index) => person(index + 1, { dateCreated }));
    const built = await buildFrom(
      { '/cbed': people },
      { kinds: ['people'], onViolation: 'trim', formats: ['ttl'], compression: 'none' },
    );
    const all = TIMES.length;
    expect(built.counts['cbed.person']).toMatch(new RegExp(`^${all}: ${all} published`));
    const turtle = new Parser().parse(await built.read('data/people.ttl'));
    const stated = turtle.filter(({ predicate }) => predicate.value.endsWith('#recordCreated'));
    expect(
      Object.fromEntries(
        stated.map(({ subject, object }) => [subject.value.split('/').at(-1), object.value]),
      ),
    ).toEqual(
      Object.fromEntries(
        TIMES.flatMap(([, published], index) => (published === undefined ? [] : [[index + 1, published]])),
      ),
    );
    const findings = (await built.read('report/findings.ndjson'))
      .split('\n')
      .filter((line) => line.includes('ecordCreated'));
    expect(findings.map((line) => JSON.parse(line).id)).toEqual([3, 4]);
  });
});

test('a record with two values of one key is not readable, and none of its text is published', async () => {
  const volume = (item: string) =>
    `[{"id":1,"volumeNumber":"0001","status":4,"pages":[],"parts":[{"id":2,"listingOrder":"1","items":[${item}]}]}]`;
  const item = (id: number, more: string) =>
    `{"id":${id},"listingOrder":"1","title":"Rún ${id}"${more},"editorsPick":[],"pages":[]}`;
  const items = [
    item(3, ',"sensitive":false'),
    item(4, ',"sensitive":true,"sensitive":false'),
    item(5, ',"title":"Rún eile"'),
  ];
  const built = await buildFrom(
    { '/cbe?VolumeID=1': volume(items.join(',')) },
    {
      kinds: ['manuscripts'],
      profile: 'privileged',
      onViolation: 'trim',
      formats: ['ttl'],
      compression: 'none',
    },
  );
  expect(built.counts['cbe.item']).toBe('3: 1 published, 2 unreadable');
  const turtle = await built.read('data/manuscripts.ttl');
  expect([turtle.includes('Rún 3'), /Rún [45e]/.test(turtle)]).toEqual([true, false]);
  expect(await built.read('report/editors.csv')).not.toContain('Rún 4');
});

test('of a list that stands twice in its object, nothing is published, and all its records are counted', async () => {
  const item = (id: number, more = '') => `{"id":${id},"title":"Rún ${id}","pages":[]${more}}`;
  const part = (id: number, items: string) => `{"id":${id},"listingOrder":"1",${items}}`;
  const parts = [
    part(2, `"items":[${item(3)}],"items":[${item(4)},${item(5)}]`),
    part(6, `"items":[${item(7, ',"languages":["en"],"languages":["ga"]')},${item(8)}]`),
  ];
  const built = await buildFrom(
    { '/cbe?VolumeID=1': `[{"id":1,"volumeNumber":"0001","pages":[],"parts":[${parts.join(',')}]}]` },
    { kinds: ['manuscripts'], onViolation: 'trim', formats: ['ttl'], compression: 'none' },
  );
  expect(built.counts['cbe.part']).toBe('2: 1 published, 1 unreadable');
  expect(built.counts['cbe.item']).toBe('5: 1 published, 4 unreadable');
  expect((await built.read('data/manuscripts.ttl')).match(/Rún \d/g)).toEqual(
    expect.arrayContaining(['Rún 8']),
  );
  expect(await built.read('data/manuscripts.ttl')).not.toMatch(/Rún [3457]/);
});

describe('records of lists with one number and other content', () => {
  const volume = (volumeNumber: string, from: number) => ({
    ...{ id: 1, volumeNumber, pages: [{ id: from, pageNumber: '1' }] },
    parts: [{ id: from, listingOrder: '1', items: [{ id: from, title: `Scéal ${from}`, pages: [from] }] }],
  });
  const photograph = (id: number, referenceNumber: string) => ({ id, referenceNumber, digitized: false });

  test('two volumes: one is published, and what only the other one holds is counted and told', async () => {
    const { counts, read, quarantine, notes } = await buildFrom(
      {
        '/cbe?VolumeID=1': [volume('0001', 10)],
        '/cbe?VolumeID=2': [volume('0002', 20)],
      },
      { onViolation: 'trim' },
    );
    const both = '2: 1 published, 1 rejected';
    for (const kind of ['cbe.volume', 'cbe.part', 'cbe.item', 'cbe.page'])
      expect([kind, counts[kind]]).toEqual([kind, both]);
    expect(quarantine.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual([
      'cbe.item 20',
      'cbe.page 20',
      'cbe.part 20',
      'cbe.volume 1',
    ]);
    const editors = await read('report/editors.csv');
    expect(editors).toContain('/cbe?VolumeID=1#/0');
    expect(notes.duplicates).toEqual([]);
  });

  test('two photographs and two places in lists; a photograph that several lists repeat is one', async () => {
    const placed = (...others: object[]) => ({
      '/cbed': [],
      'places /?PlaceID=1': [place(5), place(6), ...others],
    });
    const { counts } = await buildFrom(
      {
        '/cbeg/topics/handbook': [],
        ...placed(place(5, { placenames: [{ id: 1, language: 'ga', wording: 'Áit eile', main: true }] })),
        '/cbeg?CountyID=1': [photograph(7, 'A1'), photograph(8, 'A2')],
        '/cbeg?PersonID=1': [photograph(7, 'A1'), photograph(9, 'A3')],
        '/cbeg?PersonID=2': [photograph(7, 'B1'), photograph(9, 'A3')],
        '/cbeg?PersonID=3': [photograph(7, 'B1')],
      },
      { kinds: ['manuscripts', 'schools', 'people', 'places', 'photographs'], onViolation: 'trim' },
    );
    expect(counts['cbeg.photograph']).toBe('4: 3 published, 1 rejected');
    expect(counts.place).toBe('3: 2 published, 1 rejected');
  });
});

describe('a release that has lost more than a tenth of a kind since the release before', () => {
  const people = (unreadable: number) => ({
    '/cbed': Array.from({ length: 60 }, (_, id) => person(id + 1, id < unreadable ? { names: [] } : {})),
  });
  const settings = { kinds: ['people'], onViolation: 'trim' } as const;

  test('is not made, names the setting that allows the loss, and is made with that setting', async () => {
    const before = await buildFrom(people(0), settings);
    const later = { ...settings, previous: before.directory, label: 'later' };
    await expect(buildFrom(people(30), { ...later, maxWithdrawn: 0.1 })).rejects.toMatchObject({
      ...{ code: 'GATE_FAILED', exitCode: 4 },
      message: expect.stringMatching(
        /^30 of 60 records \(people\) of the release test .* 10 %; 30 cannot be read/,
      ),
      hint: expect.stringContaining('--max-withdrawn 0.5.'),
    });
    const publishedOf = async (unreadable: number, maxWithdrawn: number) =>
      (await buildFrom(people(unreadable), { ...later, maxWithdrawn })).counts['cbed.person'];
    expect(await publishedOf(30, 0.5)).toBe('60: 30 published, 30 unreadable');
    expect(await publishedOf(6, 0.1)).toBe('60: 54 published, 6 unreadable');
    await expect(publishedOf(7, 0.1)).rejects.toMatchObject({ code: 'GATE_FAILED' });
  });
});
