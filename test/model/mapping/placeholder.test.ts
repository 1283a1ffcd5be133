import { describe, expect, it } from 'vitest';
import { DEFAULT_PLACEHOLDERS, placeholderTest } from '../../../src/model/mapping/placeholder.js';
import type { Kind } from '../../../src/model/records/record.js';
import { graphOf, objectsOf, values } from '../../golden/graph.js';
import { describeRecord } from '../../golden/records.js';
import { makeSetting } from '../../golden/setting.js';

/** Names where nobody gave one: wire-format 1 (text), model 3.8 (transcribers). */

const said = (kind: Kind, record: object) => graphOf(describeRecord(kind, record, makeSetting()));

it.each([
  [
    DEFAULT_PLACEHOLDERS,
    '(name not given) | - | ? | — | (?) | ... | anon. | Anaithnid | UNKNOWN | [Unknown] | name\u00a0not  given | <unknown> | “anon.”',
    true,
  ],
  [
    DEFAULT_PLACEHOLDERS,
    'Máire | M. | ?Seán | Mrs - | Anon O Brien | P. Ó U. | ⁊ Seán | \ue000 | Ní Fios | 3',
    false,
  ],
  [['(N.N.)', 'gan ainm'], 'NN | n.n. | [Gan Ainm] | -', true],
  [['(N.N.)', 'gan ainm'], 'Anaithnid | unknown | Nan', false],
])('of the placeholders %j: %s: %s', (placeholders, names, isPlaceholder) => {
  for (const name of names.split(' | '))
    expect([name, placeholderTest(placeholders)(name)]).toEqual([name, isPlaceholder]);
});

describe('a transcriber', () => {
  const transcript = (...transcribers: readonly object[]) =>
    said('cbes.transcript', { id: 1, itemID: 2, pageID: 3, languages: [], text: 'x', transcribers });

  it('who is unknown is nobody', () => {
    const quads = transcript({ id: 5, name: 'Anaithnid' });
    expect(objectsOf(quads, 'schema:contributor')).toEqual([]);
    expect(objectsOf(quads, 'bf:contribution')).toEqual([]);
  });

  it('beside one who is, or whose name is not told, stays', () => {
    const quads = transcript({ id: 5, name: 'Anaithnid' }, { id: 6, name: 'Áine' }, { id: 7 });
    expect(objectsOf(quads, 'schema:contributor')).toEqual(values('<meitheal/6>, <meitheal/7>'));
  });
});

describe('a person', () => {
  const names = (...full: readonly string[]) => full.map((fullName) => ({ fullName, firstNames: fullName }));
  const observed = (...full: readonly string[]) =>
    said('cbes.person', {
      id: 1,
      occurrences: [{ person: { id: 1, names: names(...full) }, source: { kind: 'item', id: 2 } }],
    });

  it('who has a name goes by it, not by a placeholder', () => {
    for (const quads of [
      said('cbed.person', { id: 1, names: names('-', 'Máire') }),
      observed('-', 'Máire'),
    ]) {
      expect(objectsOf(quads, 'schema:name')).toEqual(['"Máire"']);
      expect(objectsOf(quads, 'rdfs:label')).toEqual(['"Máire"']);
      expect(objectsOf(quads, 'schema:alternateName')).toEqual([]);
      expect(objectsOf(quads, 'pnv:literalName')).toEqual(['"Máire"']);
    }
  });

  it('without any has none: a label in words says who is meant', () => {
    for (const quads of [said('cbed.person', { id: 1, names: names('-') }), observed('-', 'anon.')]) {
      expect(objectsOf(quads, 'rdfs:label')).toEqual(values('"Person 1"@en, "Duine 1"@ga'));
      for (const term of ['schema:name', 'schema:givenName', 'pnv:hasName', 'pnv:literalName'])
        expect(objectsOf(quads, term), term).toEqual([]);
    }
  });
});
