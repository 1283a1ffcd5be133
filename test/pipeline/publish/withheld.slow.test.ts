import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import type { SourceProfile } from '../../../src/model/mapping/access.js';
import type { BuildPlan } from '../../../src/pipeline/plan/build-plan.js';
import { graphLayoutOf } from '../../../src/pipeline/plan/record-iri.js';
import { type BuildResult, build } from '../../../src/pipeline/publish/build.js';
import { patched, readDelta } from '../../release/delta/applied.js';
import { features } from '../../support/build-features.js';
import { filesBelow, makeFolder, removeFolder, scratch } from '../../support/files.js';
import { PLAN } from '../../support/sample-release.js';
import { type Bodies, storeOf } from '../store-of.js';

/** Wire-format 3, what a public key never sees, and model 3.0 and 6: in harvests that a sound service never gives. */

/** Stands wherever nothing may leave. */
const SECRET = 'Zwischenraum';
/** Stands in what is for everybody. */
const PLAIN = 'Uisce';

const page = (id: number, more: object = {}) => ({
  ...{ id, pageNumber: String(id), listingOrder: String(id), sensitive: false, transcripts: [] },
  ...more,
});
const item = (id: number, more: object = {}) => ({
  ...{ id, sensitive: false, title: PLAIN, pages: [1], firstPageID: 1, lastPageID: 1, languages: ['ga'] },
  ...more,
});
const part = (id: number, ...items: readonly object[]) => ({ id, listingOrder: String(id), items });
const volume = (parts: readonly object[], pages: readonly object[], more: object = {}) => ({
  ...{ id: 1, volumeNumber: '0001', type: 'volume', status: 4, pages, parts },
  ...more,
});
const transcript = (id: number, itemID: number, more: object = {}) => ({
  ...{ id, dateCreated: '2020-01-01T00:00:00Z', itemID, approved: true, moderated: true, text: SECRET },
  ...{ transcribers: [{ id: 9, name: SECRET }], ...more },
});
const person = (id: number, name: string, more: object = {}) => ({
  ...{ id, names: [{ fullName: name, surname: name }], gender: 'b', ...more },
});
const photograph = (id: number, text: string, more: object = {}) => ({
  ...{ id, dateCreated: '2020-01-01T00:00:00Z', status: 4, sensitive: false, digitized: true },
  ...{ referenceNumber: `A001.01.0000${id}`, extraInfoStatus: 'PUB', extraInfoEN: text, ...more },
});

const schools = (...volumes: readonly object[]): Bodies =>
  Object.fromEntries(volumes.map((one, at) => [`/cbes?VolumeID=${at + 1}`, [one]]));
const photographs = (...answers: readonly (readonly object[])[]): Bodies =>
  Object.fromEntries(answers.map((answer, at) => [`/cbeg?CountyID=10000${at}`, answer]));

type Changes = Partial<BuildPlan>;

/** A dataset that is not there. */
const NOTHING = gzipSync('');

/** A release of what a privileged key was sent. */
async function releaseOf(folder: string, label: string, bodies: Bodies, changes: Changes = {}) {
  const lists = { '/cbes/volumes': [], '/cbeg/topics/handbook': [], '/cbed/occupations': [] };
  const store = await storeOf(join(folder, `store-${label}`), { ...lists, ...bodies });
  return build(
    {
      ...{ ...PLAN, kinds: ['schools', 'photographs'], profile: 'privileged', formats: ['nt'] },
      ...{ compression: 'gzip', store, out: join(folder, 'out'), label, ...changes },
    },
    () => ({}),
    silent,
    { features },
  );
}

/** The files of a release, decompressed. */
const textsOf = async ({ directory }: BuildResult) =>
  [...(await filesBelow(directory))].map(
    ([file, bytes]) => [file, String(file.endsWith('.gz') ? gunzipSync(bytes) : bytes)] as const,
  );

/** The files of a release that contain a word. */
const filesWith = async (release: BuildResult, word: string | RegExp): Promise<string[]> =>
  (await textsOf(release)).flatMap(([file, text]) =>
    (typeof word === 'string' ? text.includes(word) : word.test(text)) ? [file] : [],
  );

describe('what one place of the harvest keeps in', () => {
  const open = photograph(5, SECRET);
  const other = photograph(6, PLAIN);
  const onPage = [page(1, { transcripts: [transcript(7, 1)] }), page(2)];

  test.each<[string, Bodies]>([
    ['sensitive in a later answer', photographs([open, other], [photograph(5, SECRET, { sensitive: true })])],
    ['unpublished in an earlier answer', photographs([photograph(5, SECRET, { status: 3 }), other], [open])],
    ['unpublished in a later answer', photographs([open, other], [photograph(5, SECRET, { status: 3 })])],
    [
      'sensitive in a later answer, and unreadable there',
      photographs([open, other], [photograph(5, SECRET, { sensitive: true, digitized: 'x' })]),
    ],
    [
      'in a volume that another answer says is unpublished',
      schools(
        volume([part(1, item(1, { title: SECRET }))], [page(1)]),
        volume([], [], { status: 1 }),
        volume([part(2, item(2, { pages: [2], firstPageID: 2, lastPageID: 2 }))], [page(2)], { id: 2 }),
      ),
    ],
    [
      'on a page that stands a second time as sensitive',
      schools(volume([part(1, item(1))], [...onPage, page(1, { sensitive: true })])),
    ],
    [
      'on a page that stands a second time, sensitive and unreadable',
      schools(volume([part(1, item(1))], [...onPage, { id: 1, sensitive: true }])),
    ],
    [
      'of an item that stands a second time as sensitive',
      schools(volume([part(1, item(1), item(2)), part(2, item(1, { sensitive: true }))], onPage)),
    ],
    [
      'sensitive in an answer whose volume cannot be read, and whole in another',
      schools(
        volume([part(1, item(1, { sensitive: true }))], [], { volumeNumber: ['1', '2'] }),
        volume([part(1, item(1, { title: SECRET }), item(2))], [page(1)]),
      ),
    ],
    [
      'sensitive and unreadable where another answer has its volume again',
      schools(
        volume([part(1, item(1, { title: SECRET }), item(2))], [page(1)]),
        volume([part(1, item(1, { sensitive: true, pages: 'x' }))], []),
      ),
    ],
    [
      'of an item that only another answer speaks of, sensitive and unreadable',
      schools(
        volume([part(1, item(1), item(2))], [page(1, { transcripts: [transcript(7, 1)] })]),
        volume(
          [part(1, item(2, { sensitive: true, pages: 'x' }))],
          [page(1, { transcripts: [transcript(7, 2)] })],
        ),
      ),
    ],
    [
      'unreadable in a later answer, and not said to be published there',
      photographs([open, other], [photograph(5, SECRET, { status: undefined, digitized: 'x' })]),
    ],
    [
      'unreadable where another answer has its volume again, as unpublished',
      schools(
        volume([part(1)], []),
        volume([part(1, item(1, { pages: 'x' }))], [], { status: 1 }),
        volume([part(2, item(1, { title: SECRET }), item(2))], [page(1)], { id: 2 }),
      ),
    ],
    [
      'unreadable where it is of a sensitive item',
      schools(
        volume([part(1, item(1), item(2, { sensitive: true }))], onPage),
        volume([], [page(1, { transcripts: [transcript(7, 2, { text: {} })] })]),
      ),
    ],
    [
      'unreadable where it is on a sensitive page',
      schools(
        volume([part(1, item(1))], [...onPage, page(3, { sensitive: true })]),
        volume([], [page(3, { transcripts: [transcript(7, 1, { text: {} })] })]),
      ),
    ],
    [
      'sensitive in one of two spellings',
      schools(volume([part(1, { ...item(1, { title: SECRET }), Sensitive: true }, item(2))], [page(1)])),
    ],
    [
      'unapproved in one of two spellings',
      schools(
        volume([part(1, item(1))], [page(1, { transcripts: [{ ...transcript(7, 1), Approved: false }] })]),
      ),
    ],
    [
      'being edited in one of two spellings',
      photographs([{ ...photograph(5, SECRET), ExtraInfoStatus: 'EDIT' }, other]),
    ],
  ])('%s: does not leave', async (_, bodies) => {
    const release = await releaseOf(await scratch(), 'now', bodies);
    expect(await filesWith(release, SECRET)).toEqual([]);
    expect(await filesWith(release, PLAIN)).not.toEqual([]);
    // A record that goes with another is counted, and not told of either (model 3.0).
    expect(await filesWith(release, /transcript[/:]7\b|"id": ?7\b/)).toEqual([]);
  });
});

describe('an access field without a clear permission', () => {
  /** What a client reads as no value (wire-format 1). */
  const NO_VALUE: readonly unknown[] = [null, '', ' ', '\r\n', '\u00a0', [], [null], [' ']];
  /** What no schema admits. */
  const NO_CODE: readonly unknown[] = [{}, [{}], [[]], ['', '']];
  const UNCLEAR = [...NO_VALUE, ...NO_CODE];

  /** A secret under each access field that has the unclear value, beside plain texts; ids differ by `at`. */
  function guarded(unclear: unknown, profile: SourceProfile, at: number): Bodies {
    const [secret, plain] = [`${SECRET} ${at}.`, `${PLAIN} ${at}.`];
    const id = (number: number) => at * 100 + number;
    // With a public key no other access field is sent.
    const sent = (fields: object) => (profile === 'privileged' ? fields : {});
    const [calm, ready, approved] = [
      sent({ sensitive: false }),
      sent({ status: 4 }),
      sent({ approved: true }),
    ];
    const page = (number: number, more: object = {}) => ({
      ...{ id: id(number), pageNumber: String(number), ...calm, ...more },
    });
    const ends = { pages: [id(1)], firstPageID: id(1), lastPageID: id(1) };
    const item = (number: number, more: object = {}) => ({
      ...{ id: id(number), ...ends, title: plain, ...calm, ...more },
    });
    const volume = (number: number, more: object) => ({
      ...{ id: id(number), volumeNumber: String(id(number)), ...ready, ...more },
    });
    const transcript = (number: number, more: object) => ({
      ...{ id: id(number), itemID: id(1), dateCreated: '2020-01-01T00:00:00Z', ...approved, ...more },
    });
    const photograph = (number: number, more: object) => ({
      ...{ id: id(number), dateCreated: '2020-01-01T00:00:00Z', digitized: true, ...ready, ...calm, ...more },
    });
    const secretItem = item(8, { sensitive: unclear, title: secret });
    const secretVolume = volume(2, {
      status: unclear,
      parts: [{ id: id(3), items: [item(9, { title: secret })] }],
    });
    const secretPage = page(2, { sensitive: unclear, imageFileName: secret });
    const info = { extraInfoStatus: unclear, extraInfoEN: secret, extraInfoGA: secret };
    const description = { archivedDescriptionStatus: unclear, archivedDescription: secret };
    const transcripts = [
      transcript(1, { approved: unclear, text: secret }),
      transcript(2, { approved: [unclear], text: secret }),
      transcript(3, { text: plain, moderated: profile === 'privileged' ? false : undefined }),
    ];
    return {
      [`/cbe?VolumeID=${id(1)}`]: [
        volume(1, {
          pages: [page(1), secretPage],
          parts: [
            { id: id(1), items: [item(1), item(2), secretItem] },
            { id: id(2), items: [item(3, info)] },
            { id: id(4), ...info },
          ],
        }),
      ],
      [`/cbe?VolumeID=${id(2)}`]: [secretVolume],
      [`/cbes?VolumeID=${id(1)}`]: [
        volume(1, {
          pages: [page(1, { transcripts }), secretPage],
          parts: [{ id: id(1), items: [item(1), secretItem] }],
        }),
      ],
      [`/cbes?VolumeID=${id(2)}`]: [secretVolume],
      [`/cbeg?CountyID=${100000 + at}`]: [
        photograph(1, { referenceNumber: plain }),
        photograph(2, { referenceNumber: secret, status: unclear }),
        photograph(3, { referenceNumber: secret, sensitive: unclear }),
        photograph(4, info),
        photograph(5, description),
      ],
    };
  }

  describe.each(['public', 'privileged'] as const)('%s source', (profile) => {
    let files: readonly (readonly [string, string])[];
    let folder: string;
    beforeAll(async () => {
      folder = await makeFolder();
      const bodies = UNCLEAR.map((unclear, at) => guarded(unclear, profile, at));
      const all = Object.assign({ '/cbe/volumes': [] }, ...bodies) as Bodies;
      const kinds: BuildPlan['kinds'] = ['manuscripts', 'schools', 'photographs'];
      const formats: BuildPlan['formats'] = ['ttl', 'nt', 'jsonld'];
      files = await textsOf(await releaseOf(folder, 'now', all, { profile, kinds, formats }));
    });
    afterAll(() => removeFolder(folder));
    const filesHolding = (word: string): string[] =>
      files.flatMap(([file, text]) => (text.includes(word) ? [file] : []));

    test.each(UNCLEAR.map((value, at) => [JSON.stringify(value), value, at] as const))(
      '%s',
      (_, unclear, at) => {
        expect(filesHolding(`${SECRET} ${at}.`)).toEqual([]);
        for (const dataset of ['manuscripts', 'schools', 'transcripts', 'photographs']) {
          expect(filesHolding(`${PLAIN} ${at}.`)).toContain(`data/${dataset}.nt.gz`);
        }
        // The status of a text that can be read withholds the text alone.
        if (NO_CODE.includes(unclear)) return;
        for (const [kind, number] of [
          ...[['cbe/item', 3] as const, ['cbe/part', 4] as const],
          ...[['cbeg/photograph', 4] as const, ['cbeg/photograph', 5] as const],
        ]) {
          expect(filesHolding(`<${PLAN.base}${kind}/${at * 100 + number}> `)).toContainEqual(
            expect.stringMatching(/^data\/.*\.nt\.gz$/),
          );
        }
      },
    );
  });

  test('beside one that is clear, in another spelling', async () => {
    const spelled = [null, '', ' ', []].flatMap((unclear, at) => [
      { ...item(10 + at, { title: SECRET }), Sensitive: unclear },
      { Sensitive: unclear, ...item(20 + at, { title: SECRET }) },
    ]);
    const bodies = schools(volume([part(1, item(2), ...spelled)], [page(1)]));
    const release = await releaseOf(await scratch(), 'now', bodies);
    expect(await filesWith(release, SECRET)).toEqual([]);
    expect(await filesWith(release, PLAIN)).not.toEqual([]);
  });

  test('in one of several answers', async () => {
    const unclear = { sensitive: ' ' };
    const release = await releaseOf(
      await scratch(),
      'now',
      photographs(
        [photograph(5, SECRET), photograph(6, SECRET, unclear), photograph(7, PLAIN)],
        [photograph(5, SECRET, unclear), photograph(6, SECRET)],
      ),
    );
    expect(await filesWith(release, SECRET)).toEqual([]);
    expect(await filesWith(release, PLAIN)).not.toEqual([]);
  });
});

test('what cannot be read is not shown once another answer keeps in what it stands in', async () => {
  // With a public key: of what comes to another nothing unreadable is shown.
  const sent = (more: object) => ({ id: 1, volumeNumber: '0001', parts: [], pages: [], ...more });
  const torn = { id: 1, imageFileName: [SECRET, SECRET] };
  const open = schools(sent({ pages: [torn] }), sent({}));
  const closed = schools(sent({ pages: [torn] }), sent({ approved: false }));
  const folder = await scratch();
  const quarantined = await releaseOf(folder, 'open', open, { profile: 'public' });
  expect(await filesWith(quarantined, SECRET)).not.toEqual([]);
  const withheld = await releaseOf(folder, 'closed', closed, { profile: 'public' });
  expect(await filesWith(withheld, SECRET)).toEqual([]);
  expect(withheld.ledger.rows()).toContainEqual({
    ...{ kind: 'cbes.page', fetched: 1, published: 0, withheld: 1, rejected: 0, unreadable: 0 },
  });
});

describe('what was published and is kept in now is not published again as removed', () => {
  /** The delta between releases of two harvests, once it is seen that it leads from one to the other. */
  async function deltaOf(
    bodies: readonly [Bodies, Bodies],
    now: Changes = {},
    then: Changes = {},
  ): Promise<BuildResult> {
    const folder = await scratch();
    const [before, after] = bodies;
    const old = await releaseOf(folder, 'old', before, { formats: ['nt'], ...then });
    const release = await releaseOf(folder, 'new', after, {
      formats: ['nt'],
      ...now,
      previous: old.directory,
    });
    const delta = await readDelta(join(release.directory, 'delta'), 'folklore');
    for (const { dataset } of release.delta?.datasets ?? []) {
      const linesOf = async ({ directory }: BuildResult) =>
        gunzipSync(
          await readFile(join(directory, 'data', `${dataset}.nt.gz`)).catch(() => NOTHING),
        ).toString();
      const lines = (await linesOf(old)).split('\n').slice(0, -1);
      expect(patched(lines, graphLayoutOf(PLAN.base)(dataset).graph, delta)).toBe(await linesOf(release));
    }
    expect(await filesWith(old, SECRET)).not.toEqual([]);
    return release;
  }
  const told = (sensitive: boolean) =>
    schools(
      volume(
        [part(1, item(1, { sensitive, informants: [person(8, SECRET)] }), item(2))],
        [page(1, { transcripts: [transcript(7, 1)] })],
      ),
    );

  test('people and volunteers who are known from nothing else', async () => {
    const release = await deltaOf([told(false), told(true)]);
    expect(await filesWith(release, SECRET)).toEqual([]);
    const list = await readFile(join(release.directory, 'delta/suppressed.txt'), 'utf8');
    expect(list.split('\n')).toEqual(
      expect.arrayContaining(
        ['cbes/item/1', 'cbes/person/8', 'cbes/transcript/7', 'meitheal/9'].map((path) => PLAN.base + path),
      ),
    );
  });

  test.each<[string, Bodies, Bodies]>([
    [
      'an item that became sensitive',
      schools(volume([part(1, item(1, { title: SECRET }), item(2))], [page(1)])),
      schools(volume([part(1, item(1, { sensitive: true, pages: 'x' }), item(2))], [page(1)])),
    ],
    [
      'a volume that is unpublished',
      schools(volume([part(1, item(1, { title: SECRET }))], [page(1)])),
      schools(volume([part(1, item(1))], [page(1)], { status: 1, volumeNumber: {} })),
    ],
    [
      'a photograph of which nobody knows',
      photographs([photograph(5, SECRET), photograph(6, PLAIN)]),
      photographs([photograph(5, SECRET, { status: 'soon' }), photograph(6, PLAIN)]),
    ],
  ])('%s, and cannot be read', async (_, before, after) => {
    expect(await filesWith(await deltaOf([before, after]), SECRET)).toEqual([]);
  });

  test('what stands only where its volume is met again, as sensitive', async () => {
    const before = schools(volume([part(1, item(1, { title: SECRET }), item(2))], [page(1)]));
    for (const more of [{}, { pages: 'x' }]) {
      const again = volume([part(1, item(1, { sensitive: true, ...more }))], []);
      const after = schools(volume([part(1, item(2))], [page(1)]), again);
      expect(await filesWith(await deltaOf([before, after]), SECRET)).toEqual([]);
    }
  });

  test('people, their ages and their names within works, once only roles are told (model 5.5)', async () => {
    const recorded = (...more: readonly object[]) =>
      schools(
        volume(
          [
            part(
              1,
              item(1, { informants: [person(8, SECRET, { age: { age: 1913 } })] }),
              // One id, two people (model 7.3, X7).
              item(2, { collectors: [person(10, `${SECRET} Beag`)] }),
              item(3, { collectors: [person(10, `${SECRET} Mór`)] }),
              ...more,
            ),
          ],
          [page(1)],
        ),
      );
    const gone = item(4, { collectors: [person(11, SECRET)] });
    const release = await deltaOf([recorded(gone), recorded()], { personsProfile: 'roles-only' });
    expect(await filesWith(release, SECRET)).toEqual([]);
    expect(await filesWith(release, '"1913"')).toEqual([]);
    expect(release.delta?.records.suppressed).toBeGreaterThan(0);
  });

  describe('nor is what is not sent any more', () => {
    const PUBLIC: Changes = { profile: 'public' };
    /** As a public key is sent it: without what is withheld, and without any word of it. */
    const open = (more: object) => ({
      id: 1,
      pages: [1],
      firstPageID: 1,
      lastPageID: 1,
      languages: ['ga'],
      ...more,
    });
    const sent = (...items: readonly object[]): Bodies => ({
      '/cbes?VolumeID=1': [
        {
          ...{ id: 1, volumeNumber: '0001', type: 'volume' },
          pages: [{ id: 1, pageNumber: '1' }],
          parts: [part(1, ...items)],
        },
      ],
    });
    const {
      status: _,
      sensitive: __,
      extraInfoStatus: ___,
      ...seen
    } = photograph(5, SECRET) as Record<string, unknown>;
    const suppressedBy = async ({ directory }: BuildResult) =>
      (await readFile(join(directory, 'delta/suppressed.txt'), 'utf8'))
        .split('\n')
        .filter((line) => /^https/.test(line));

    test('to a public key, which is not told why', async () => {
      const secret = open({ id: 2, title: SECRET });
      const release = await deltaOf(
        [sent(open({ title: PLAIN }), secret), sent(open({ title: PLAIN }))],
        PUBLIC,
        PUBLIC,
      );
      expect(await filesWith(release, SECRET)).toEqual([]);
      expect(await suppressedBy(release)).toEqual([`${PLAN.base}cbes/item/2`]);
    });

    test('somebody who was deleted, with any key', async () => {
      const before = { '/cbed': [person(1, PLAIN), person(2, SECRET)] };
      for (const profile of ['public', 'privileged'] as const) {
        const asked: Changes = { profile, kinds: ['people'] };
        const release = await deltaOf([before, { '/cbed': [person(1, PLAIN)] }], asked, asked);
        expect(await filesWith(release, SECRET)).toEqual([]);
        expect(await suppressedBy(release)).toEqual([`${PLAN.base}cbed/person/2`]);
      }
    });

    test('somebody within a work that is still there', async () => {
      // One id, two people (model 7.3, X7).
      const recorded = (...informants: readonly object[]) =>
        schools(
          volume([part(1, item(1, { informants }), item(2, { informants: [person(8, PLAIN)] }))], [page(1)]),
        );
      const release = await deltaOf([recorded(person(8, SECRET)), recorded()]);
      expect(await filesWith(release, SECRET)).toEqual([]);
      expect(await suppressedBy(release)).toContain(`${PLAN.base}cbes/item/1#person-8`);
    });

    test.each<[string, Changes, Changes, Bodies, Bodies]>([
      [
        'a work, to a key that would still be sent it',
        {},
        {},
        schools(volume([part(1, item(1), item(2, { title: SECRET }))], [page(1)])),
        schools(volume([part(1, item(1))], [page(1)])),
      ],
      [
        'a work that cannot be read any more, to a public key',
        PUBLIC,
        PUBLIC,
        sent(open({ title: PLAIN }), open({ id: 2, title: SECRET })),
        sent(open({ title: PLAIN }), open({ id: 2, pages: 'x' })),
      ],
      [
        'what was not asked for',
        PUBLIC,
        { profile: 'public', kinds: ['schools'] },
        { ...sent(open({ title: PLAIN })), ...photographs([seen]) },
        sent(open({ title: PLAIN })),
      ],
    ])('but %s, is removed', async (_, then, now, before, after) => {
      const release = await deltaOf([before, after], now, then);
      expect(await suppressedBy(release)).toEqual([]);
      // Told without its text.
      expect(release.delta?.records.removed).toBeGreaterThan(0);
      expect(await filesWith(release, SECRET)).toEqual([]);
    });

    describe('is a text of what is still published', () => {
      const seen = (more: object = {}) => photographs([photograph(5, SECRET, more)]);
      const unsaid = { status: undefined, sensitive: undefined };
      const described = { extraInfoStatus: undefined, extraInfoEN: undefined };
      const text = `${PLAN.base}cbeg/photograph/5 `;

      test.each<[string, Changes, Bodies, Bodies, RegExp]>([
        [
          'a remark that is being edited again',
          {},
          seen(),
          seen({ extraInfoStatus: 'EDIT' }),
          /^https:\/\/schema\.org\/description$/,
        ],
        [
          'a remark that a public key is not sent any more',
          PUBLIC,
          photographs([photograph(5, SECRET, { ...unsaid, extraInfoStatus: undefined })]),
          photographs([photograph(5, SECRET, { ...unsaid, ...described })]),
          /^https:\/\/schema\.org\/description$/,
        ],
        [
          'an archived description that is being edited again',
          {},
          seen({ ...described, archivedDescription: SECRET, archivedDescriptionStatus: 'PUB' }),
          seen({ ...described, archivedDescription: SECRET, archivedDescriptionStatus: 'EDIT' }),
          /#archivedDescription$/,
        ],
      ])('%s', async (_, now, before, after, property) => {
        const release = await deltaOf([before, after], now, now);
        expect(await filesWith(release, SECRET)).toEqual([]);
        const listed = await suppressedBy(release);
        expect(listed).toEqual([expect.stringContaining(text)]);
        expect(listed[0]?.slice(text.length)).toMatch(property);
      });
    });

    test('a transcript that was deleted, with any key', async () => {
      const transcribed = (...transcripts: readonly object[]) =>
        schools(volume([part(1, item(1))], [page(1, { transcripts })]));
      const release = await deltaOf([transcribed(transcript(7, 1)), transcribed()]);
      expect(await filesWith(release, SECRET)).toEqual([]);
    });
  });
});

test('a record that stands twice is counted once, wherever it cannot be read', async () => {
  const broken = { sensitive: false, title: PLAIN, pages: 'none' };
  /** Each pair is an item in two volumes. With a public key nothing that is sensitive comes. */
  const pairs = {
    public: [
      [{}, broken],
      [broken, {}],
      [broken, broken],
    ],
    privileged: [[{ sensitive: true }, broken]],
  };
  for (const profile of ['public', 'privileged'] as const) {
    const items = profile === 'public' ? pairs.public : [...pairs.public, ...pairs.privileged];
    const volumes = items.flatMap((pair, at) =>
      pair.map((more, place) => {
        const id = 2 * at + place + 1;
        return volume([part(id, item(7 + at, more))], [page(id)], { id, volumeNumber: `000${id}` });
      }),
    );
    const sent: Bodies = JSON.parse(
      JSON.stringify(schools(...volumes), (key, value) =>
        profile === 'public' && ['status', 'sensitive'].includes(key) ? undefined : value,
      ),
    );
    const { ledger } = await releaseOf(await scratch(), profile, sent, { profile, kinds: ['schools'] });
    const { fetched } = ledger.rows().find(({ kind }) => kind === 'cbes.item') ?? {};
    expect(fetched, profile).toBe(items.length);
  }
});
