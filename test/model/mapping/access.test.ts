import { describe, expect, it } from 'vitest';
import { mayPublish, publish, type SourceProfile } from '../../../src/model/mapping/access.js';
import type { IsWithheld } from '../../../src/model/records/kind-row.js';
import { KINDS } from '../../../src/model/records/kinds.js';
import type { Kind } from '../../../src/model/records/record.js';
import { graphOf } from '../../golden/graph.js';
import { describeRecord, recordOf } from '../../golden/records.js';
import { makeSetting } from '../../golden/setting.js';

const PROFILES: readonly SourceProfile[] = ['public', 'privileged'];

/** Every field marked P in wire-format.md. */
const PRIVILEGED = [
  'approved',
  'archivedDescriptionStatus',
  'archivedInfo',
  'extraInfoStatus',
  'moderated',
  'operator',
  'sensitive',
  'status',
];

/** What a record must say besides the field in question to leave under either profile. */
const RELEASED: Partial<Record<Kind, object>> = {
  'cbe.volume': { status: 4 },
  'cbes.volume': { status: 4 },
  'cbe.page': { sensitive: false },
  'cbes.page': { sensitive: false },
  'cbe.item': { sensitive: false },
  'cbes.item': { sensitive: false },
  'cbes.transcript': { approved: true },
  'cbeg.photograph': { status: 4, sensitive: false },
};

const leaves = (kind: Kind, fields: object, profile: SourceProfile): boolean =>
  mayPublish({ ...RELEASED[kind], ...fields }, KINDS[kind].accessFields, profile);

describe('whether a record leaves (model 3.0)', () => {
  describe('Status present and not 4: dropped', () => {
    for (const kind of ['cbe.volume', 'cbes.volume', 'cbeg.photograph'] as const) {
      it.each(PROFILES)(`${kind}, %s`, (profile) => {
        for (const status of [0, 1, 2, 3, 5, -1]) expect(leaves(kind, { status }, profile)).toBe(false);
        expect(leaves(kind, { status: 4 }, profile)).toBe(true);
      });
    }
  });

  describe('Sensitive: dropped', () => {
    for (const kind of ['cbe.page', 'cbes.page', 'cbe.item', 'cbes.item', 'cbeg.photograph'] as const) {
      it.each(PROFILES)(`${kind}, %s`, (profile) => {
        expect(leaves(kind, { sensitive: true }, profile)).toBe(false);
        expect(leaves(kind, { sensitive: false }, profile)).toBe(true);
      });
    }
  });

  describe('Approved false: dropped', () => {
    it.each(PROFILES)('cbes.transcript, %s', (profile) => {
      expect(leaves('cbes.transcript', { approved: false }, profile)).toBe(false);
      expect(leaves('cbes.transcript', { approved: true }, profile)).toBe(true);
    });
  });

  describe('a missing gate: passes from a public source, drops from a privileged one', () => {
    const gates = Object.entries(RELEASED).flatMap(([kind, fields]) =>
      Object.keys(fields).map((field) => [kind as Kind, field] as const),
    );
    it.each(gates)('%s without %s', (kind, field) => {
      const { [field as keyof object]: _, ...others } = RELEASED[kind] ?? {};
      expect(mayPublish(others, KINDS[kind].accessFields, 'public')).toBe(true);
      expect(mayPublish(others, KINDS[kind].accessFields, 'privileged')).toBe(false);
    });

    it.each(gates)('%s with %s, but no value of it: drops from either', (kind, field) => {
      for (const profile of PROFILES) {
        for (const nothing of [undefined, null, '', ' ', [], {}]) {
          expect(leaves(kind, { [field]: nothing }, profile)).toBe(false);
        }
      }
    });
  });

  it('one closed gate is enough', () => {
    for (const profile of PROFILES) {
      expect(leaves('cbeg.photograph', { status: 4, sensitive: true }, profile)).toBe(false);
      expect(leaves('cbeg.photograph', { status: 3, sensitive: false }, profile)).toBe(false);
    }
  });

  it('records without a gate leave under either profile', () => {
    for (const kind of Object.keys(KINDS) as Kind[]) {
      if (kind in RELEASED) continue;
      for (const profile of PROFILES) expect(leaves(kind, {}, profile)).toBe(true);
    }
  });
});

describe('texts under a status (model 3.0)', () => {
  const TEXTS = [
    ['extraInfoStatus', 'extraInfoEN'],
    ['extraInfoStatus', 'extraInfoGA'],
    ['archivedDescriptionStatus', 'archivedDescription'],
  ] as const;

  it.each(TEXTS)('%s decides over %s', (status, text) => {
    for (const profile of PROFILES) {
      expect(publish({ [status]: 'PUB', [text]: 'T' }, profile)).toEqual({ [text]: 'T' });
      expect(publish({ [status]: 'EDIT', [text]: 'T' }, profile)).toEqual({});
      expect(publish({ [status]: 'DRAFT', [text]: 'T' }, profile)).toEqual({});
    }
  });

  it.each(TEXTS)('without %s, %s passes from a public source only', (_, text) => {
    expect(publish({ [text]: 'T' }, 'public')).toEqual({ [text]: 'T' });
    expect(publish({ [text]: 'T' }, 'privileged')).toEqual({});
  });

  it.each(TEXTS)('%s without a value keeps %s in, whatever the source', (status, text) => {
    for (const profile of PROFILES) {
      for (const nothing of [undefined, null, '', ' ', [], {}]) {
        expect(publish({ [status]: nothing, [text]: 'T' }, profile)).toEqual({});
      }
    }
  });

  it('one status does not decide over the other text', () => {
    const record = {
      ...{ extraInfoStatus: 'EDIT', extraInfoEN: 'A', extraInfoGA: 'B' },
      ...{ archivedDescriptionStatus: 'PUB', archivedDescription: 'C' },
    };
    for (const profile of PROFILES) expect(publish(record, profile)).toEqual({ archivedDescription: 'C' });
  });

  it('the status of the record around does not decide either', () => {
    const part = {
      extraInfoStatus: 'PUB',
      extraInfoEN: 'A',
      items: [{ extraInfoStatus: 'EDIT', extraInfoEN: 'B' }],
    };
    for (const profile of PROFILES) {
      expect(publish(part, profile)).toEqual({ extraInfoEN: 'A', items: [{}] });
    }
  });
});

describe('privileged fields (model 3.0)', () => {
  const SECRET = 'not for the public';
  const secrets = {
    ...{ status: 4, sensitive: false, approved: true, moderated: true, operator: SECRET },
    ...{ extraInfoStatus: 'EDIT', extraInfoEN: SECRET, extraInfoGA: SECRET },
    ...{ archivedDescriptionStatus: 'EDIT', archivedDescription: SECRET },
    archivedInfo: { copyright: SECRET, condition: SECRET, photographer: SECRET, location: SECRET },
  };
  const volume = {
    ...secrets,
    pages: [{ ...secrets, id: 1, transcripts: [{ ...secrets, id: 2, text: 'kept' }] }],
    parts: [{ ...secrets, id: 3, items: [{ ...secrets, id: 4, informants: [{ ...secrets, id: 5 }] }] }],
    digitization: { ...secrets, captureDevice: 'kept' },
  };

  it.each(PROFILES)('never leave, at any depth, %s', (profile) => {
    expect(publish(volume, profile)).toEqual({
      pages: [{ id: 1, transcripts: [{ id: 2, text: 'kept' }] }],
      parts: [{ id: 3, items: [{ id: 4, informants: [{ id: 5 }] }] }],
      digitization: { captureDevice: 'kept' },
    });
  });

  it.each(PROFILES)('are known by name, %s', (profile) => {
    for (const field of PRIVILEGED)
      expect(publish({ [field]: SECRET, kept: 1 }, profile)).toEqual({ kept: 1 });
  });

  it.each(PROFILES)('of a photograph are in no literal of the graph, %s', (profile) => {
    const photograph = {
      ...{ id: 1, referenceNumber: 'A', digitized: true, status: 4, sensitive: false },
      ...{ extraInfoStatus: 'EDIT', extraInfoEN: SECRET, extraInfoGA: SECRET },
      ...{ archivedDescriptionStatus: 'EDIT', archivedDescription: SECRET },
      archivedInfo: {
        copyright: SECRET,
        condition: SECRET,
        topic: SECRET,
        date: SECRET,
        photographer: SECRET,
      },
      digitization: { operator: SECRET, storage: SECRET, captureDevice: 'kept' },
    };
    const literals = graphOf(describeRecord('cbeg.photograph', photograph, makeSetting(), profile)).map(
      ({ object }) => object.value,
    );
    expect(literals).toContain('kept');
    expect(literals.filter((value) => value.includes(SECRET))).toEqual([]);
  });

  it('the source record stays as it was', () => {
    const before = structuredClone(volume);
    publish(volume, 'privileged');
    expect(volume).toEqual(before);
  });
});

describe('references to what is withheld (model 3.0)', () => {
  const isWithheld: IsWithheld = ({ kind, id }) =>
    (kind.endsWith('.page') && id === 11) || (kind === 'cbe.item' && id === 22);

  it.each(['cbe.item', 'cbes.item'] as const)('%s: page list, first and last page', (kind) => {
    const first = recordOf(kind, { id: 1, partID: 2, pages: [11, 12, 13], firstPageID: 11, lastPageID: 13 });
    const last = recordOf(kind, { id: 1, partID: 2, pages: [10, 11], firstPageID: 10, lastPageID: 11 });
    const prune = KINDS[kind].withoutWithheld as (record: unknown, ask: IsWithheld) => unknown;
    const only = recordOf(kind, { id: 1, partID: 2, pages: [11], firstPageID: 11, lastPageID: 11 });
    expect(prune(first, isWithheld)).toMatchObject({ pages: [12, 13], firstPageID: 12, lastPageID: 13 });
    expect(prune(last, isWithheld)).toMatchObject({ pages: [10], firstPageID: 10, lastPageID: 10 });
    expect(prune(only, isWithheld)).toMatchObject({
      pages: [],
      firstPageID: undefined,
      lastPageID: undefined,
    });
  });

  it('cbe.item: links to other items', () => {
    const links = [{ itemID: 21, sequence: 'PREV' }, { itemID: 22, sequence: 'NEXT' }, { itemID: 22 }];
    const item = recordOf('cbe.item', { id: 1, partID: 2, pages: [], linkedItems: links });
    expect(KINDS['cbe.item'].withoutWithheld?.(item, isWithheld).linkedItems).toEqual([
      { itemID: 21, sequence: 'PREV' },
    ]);
  });

  it.each(['cbe.part', 'cbes.part'] as const)('%s: title pages', (kind) => {
    const part = recordOf(kind, { id: 1, volumeID: 2, titlePages: [10, 11] });
    const prune = KINDS[kind].withoutWithheld as (record: unknown, ask: IsWithheld) => unknown;
    expect(prune(part, isWithheld)).toMatchObject({ titlePages: [10] });
  });
});
