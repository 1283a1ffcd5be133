import { describe, expect, it } from 'vitest';
import { graphOf, objectsOf } from '../../golden/graph.js';
import { describeRecord } from '../../golden/records.js';
import { makeSetting } from '../../golden/setting.js';

/** The literal that a title becomes, and the text of a transcript. */
const title = (text: string): string => {
  const item = { id: 1, partID: 2, languages: ['ga'], title: text };
  const [name = ''] = objectsOf(graphOf(describeRecord('cbe.item', item, makeSetting())), 'schema:name');
  return JSON.parse(name.replace(/@ga$/, ''));
};
const transcript = (text: string): string => {
  const record = { id: 1, itemID: 2, pageID: 3, languages: ['ga'], text };
  const [said = ''] = objectsOf(
    graphOf(describeRecord('cbes.transcript', record, makeSetting())),
    'schema:text',
  );
  return JSON.parse(said.replace(/@ga$/, ''));
};

describe('literals (model 2.1)', () => {
  it('are plain: NFC, without tags, entities, control characters and spaces at the end', () => {
    expect(title('<i>Oi\u0301che</i> &amp;\u0000 B  ')).toBe('O\u00edche & B');
  });

  it('of nothing but white space are none (wire-format 1)', () => {
    const item = { id: 1, partID: 2, languages: ['ga'], title: ' \t ', extract: '' };
    const quads = graphOf(describeRecord('cbe.item', item, makeSetting()));
    expect(objectsOf(quads, 'schema:name')).toEqual([]);
    expect(objectsOf(quads, 'lore:extract')).toEqual([]);
    expect(objectsOf(quads, 'rdfs:label')).toEqual(['"Item 1"@en', '"Mír 1"@ga']);
  });

  it('have no white space before the first word of a name', () => {
    const said = (kind: 'cbed.person' | 'place', record: object, predicate: string) =>
      objectsOf(graphOf(describeRecord(kind, { id: 1, ...record }, makeSetting())), predicate);
    expect(title('  A\u2003')).toBe('A');
    const names = [{ fullName: ' Máire Ní Néill', firstNames: ' Máire', surname: '\tNí Néill' }];
    expect(said('cbed.person', { names }, 'schema:name')).toEqual(['"Máire Ní Néill"']);
    expect(said('cbed.person', { names }, 'pnv:givenName')).toEqual(['"Máire"']);
    expect(said('cbed.person', { names }, 'pnv:surname')).toEqual(['"Ní Néill"']);
    const placenames = [{ id: 2, language: 'ga', wording: ' Áit', main: true }];
    expect(said('place', { placenames }, 'schema:name')).toEqual(['"Áit"@ga']);
    expect(said('place', { placenames }, 'skosxl:literalForm')).toEqual(['"Áit"@ga']);
  });

  it.each([' Seán\nÓ Sé', '  Seán<br>Ó Sé', '\u200bSeán\r\nÓ Sé\u00ad'])(
    'of a name are one line: %j',
    (fullName) => {
      const names = [{ fullName, firstNames: '\u2060Seán', surname: '  Ó<br>Sé' }];
      const occurrences = [{ person: { id: 1, names }, source: { kind: 'item', id: 2 } }];
      const quads = [
        ...graphOf(describeRecord('cbed.person', { id: 1, names }, makeSetting())),
        ...graphOf(describeRecord('cbes.person', { id: 1, occurrences }, makeSetting())),
      ];
      for (const predicate of ['schema:name', 'rdfs:label', 'pnv:literalName'])
        expect(new Set(objectsOf(quads, predicate))).toEqual(new Set(['"Seán Ó Sé"']));
      expect(objectsOf(quads, 'schema:familyName')).toEqual(['"Ó Sé"']);
      for (const predicate of ['schema:givenName', 'lore:firstNamesAsRecorded'])
        expect(objectsOf(quads, predicate)).toEqual(['"Seán"']);
      expect(title('  Scéal<br>eile')).toBe('Scéal eile');
    },
  );

  it.each([
    '(no title)',
    '(No Title)',
    'no\u00a0title',
    '(no&nbsp;title)',
    'No  title.',
    '&lt;no title&gt;',
    '“No title”',
    '- no title -',
    'No title given',
    '{untitled}',
    'Untitled',
    '[gan teideal]',
    'Gan\u00a0teideal',
    'Níl teideal',
    'Níl aon teideal ann',
    'Níor tugadh teideal',
    '—',
    '???',
  ])('of a title that says that there is none are none: %s', (text) => {
    for (const kind of ['cbe.item', 'cbes.item'] as const) {
      const item = { id: 1, partID: 2, languages: ['ga'], title: text };
      const quads = graphOf(describeRecord(kind, item, makeSetting()));
      expect(objectsOf(quads, 'schema:name')).toEqual([]);
      expect(objectsOf(quads, 'rdfs:label')).toEqual(['"Item 1"@en', '"Mír 1"@ga']);
      const withExtract = graphOf(describeRecord(kind, { ...item, extract: 'Bhí rí ann' }, makeSetting()));
      expect(objectsOf(withExtract, 'rdfs:label')).toEqual(['"Bhí rí ann…"@ga']);
    }
  });

  it.each(['Gan ainm', 'Unknown', 'Anonymous', '1798', 'No Title to the Land', 'Gan teideal ar thalamh'])(
    'of a title stay: %s',
    (text) => {
      expect(title(text)).toBe(text);
    },
  );

  it('keep the lines of a transcript, as line feeds, and its indentation (3.8)', () => {
    expect(transcript('  A\r\n  B\nC\n\nD')).toBe('  A\n  B\nC\n\nD');
  });
});
