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
  it.each([
    ['are NFC', 'Oi\u0301che', 'O\u00edche'],
    ['have no control characters', 'A\u0000B\u0007C\u009fD', 'ABCD'],
    ['have no spaces at the end', 'A B  ', 'A B'],
    ['keep dotted consonants and the Tironian et', 'ḃ ċ ḋ ⁊', 'ḃ ċ ḋ ⁊'],
    ['have neither tags nor entities (wire-format 1)', '<i>A</i> &amp; B', 'A & B'],
    ['keep what is no markup', 'a < b, AT&T', 'a < b, AT&T'],
    ['keep private-use characters', 'A\ue000B', 'A\ue000B'],
    ['keep spaces within', 'A  B', 'A  B'],
  ])('%s', (_, given, expected) => {
    expect(title(given)).toBe(expected);
  });

  it('of nothing but white space are none (wire-format 1)', () => {
    const item = { id: 1, partID: 2, languages: ['ga'], title: ' \t ', extract: '' };
    const quads = graphOf(describeRecord('cbe.item', item, makeSetting()));
    expect(objectsOf(quads, 'schema:name')).toEqual([]);
    expect(objectsOf(quads, 'lore:extract')).toEqual([]);
    expect(objectsOf(quads, 'rdfs:label')).toEqual(['"Item 1"@en', '"Mír 1"@ga']);
  });

  it('keep the lines of a transcript, as line feeds (3.8)', () => {
    expect(transcript('A\r\nB\nC\n\nD')).toBe('A\nB\nC\n\nD');
  });

  it('keep the indentation of the first line: nothing else is changed', () => {
    expect(transcript('  A\n  B')).toBe('  A\n  B');
  });
});
