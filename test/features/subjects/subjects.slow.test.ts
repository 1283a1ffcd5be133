import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSubjectsTable } from '../../../src/features/subjects/subjects-table.js';
import type { SubjectsTable } from '../../../src/model/mapping/subjects.js';
import { expectGraph } from '../../golden/graph.js';
import { readTurtle } from '../../support/dumps.js';
import '../../support/equal-bytes.js';
import { readTable } from '../../release/tables/read-csv.js';
import { filesBelow, makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample, type MakeRelease } from '../../support/sample-release.js';
import { exampleSubjects, subjectsOfSample } from './sample-subjects.js';

/** The operator's own table of classifications (docs/subjects.md, model 3.12). */

const BASE = 'https://data.example.org/folklore/';
const HEADER = 'record,scheme,notation,iri,label_en,label_ga,relation,source,date';

let folder: string;
let release: MakeRelease;
beforeAll(async () => {
  folder = await makeFolder();
  release = await harvestSample(folder);
});
afterAll(() => removeFolder(folder));

async function tableOf(text: string): Promise<SubjectsTable> {
  const file = join(folder, 'subjects.csv');
  await writeFile(file, text);
  return readSubjectsTable(file, BASE);
}
const rows = (...lines: readonly string[]): Promise<SubjectsTable> =>
  tableOf([HEADER, ...lines, ''].join('\n'));

/** Digits of hashes are replaced by the number of their node, in the order of the table. */
const withoutHashes = (turtle: string): string => turtle.replace(/#classification-[0-9a-f]{12}/g, '#by');

describe('the example of the document', () => {
  it('says which concepts works have, how topics stand to concepts, and who says so', async () => {
    const subjects = await subjectsOfSample(folder);
    const { directory } = await release('example', { additions: { subjects } });
    const quads = (await readTurtle(directory, 'subjects')).filter(
      ({ subject }) => !subject.value.includes('#'),
    );
    expectGraph(
      quads.filter(({ predicate }) => !predicate.value.endsWith('/ns#classification')),
      `
      <cbes/item/7109> dcterms:subject <subject/atu/330> .
      <cbe/item/7005> dcterms:subject <subject/atu/300> .
      <cbe/item/7001> dcterms:subject <subject/house/sold-shadow> .
      <cbeg/photograph/1201> dcterms:subject <subject/house/boats> .
      <handbook/B005> skos:exactMatch <subject/house/boats> .
      <cbes/topic/6041> skos:closeMatch <subject/motif/H530> .
      <subject/atu> a skos:ConceptScheme ; skos:prefLabel "Tale types (ATU)"@en , "Cineálacha scéil (ATU)"@ga ;
        skos:hasTopConcept <subject/atu/300> , <subject/atu/330> .
      <subject/atu/330> a skos:Concept ; skos:inScheme <subject/atu> ; skos:topConceptOf <subject/atu> ; skos:notation "330" ;
        skos:prefLabel "The Smith and the Devil"@en , "An Gabha agus an Diabhal"@ga ;
        skos:exactMatch <https://tales.example.org/atu/330> .
      <subject/atu/300> a skos:Concept ; skos:inScheme <subject/atu> ; skos:topConceptOf <subject/atu> ; skos:notation "300" ;
        skos:prefLabel "300"@und .
      <subject/house> a skos:ConceptScheme ; skos:prefLabel "house"@und ;
        skos:hasTopConcept <subject/house/boats> , <subject/house/sold-shadow> .
      <subject/house/boats> a skos:Concept ; skos:inScheme <subject/house> ; skos:topConceptOf <subject/house> ; skos:notation "boats" ;
        skos:prefLabel "boats"@en , "báid"@ga .
      <subject/house/sold-shadow> a skos:Concept ; skos:inScheme <subject/house> ; skos:topConceptOf <subject/house> ;
        skos:notation "sold-shadow" ; skos:prefLabel "sold shadow"@en , "scáth díolta"@ga ;
        skos:exactMatch <https://vocabulary.example.org/house/sold-shadow> .
      <subject/motif> a skos:ConceptScheme ; skos:prefLabel "motif"@und ; skos:hasTopConcept <subject/motif/H530> .
      <subject/motif/H530> a skos:Concept ; skos:inScheme <subject/motif> ; skos:topConceptOf <subject/motif> ; skos:notation "H530" ;
        skos:prefLabel "Riddles"@en , "Tomhaiseanna"@ga .`,
      BASE,
    );
    const said = (await readTurtle(directory, 'subjects')).filter(({ subject }) =>
      subject.value.includes('#'),
    );
    const statements = said.map(({ subject, predicate, object }) =>
      withoutHashes(
        `${subject.value} ${predicate.value.replace(/^.*[#/]/, '')} ${object.value}`.replaceAll(BASE, ''),
      ),
    );
    expect(statements).toEqual(
      expect.arrayContaining([
        'cbes/item/7109#by classifiedAs subject/atu/330',
        'cbes/item/7109#by classificationSource A. Scholar, notes on the schools collection',
        'cbes/item/7109#by date 2026-11-23',
        'cbes/item/7109#by classificationSource B. Editor',
        'cbes/topic/6041#by classifiedAs subject/motif/H530',
        'cbes/topic/6041#by date 2026-11',
      ]),
    );
    expect(
      statements.filter((one) => one.endsWith('type https://w3id.org/folklore-ld/ns#Classification')),
    ).toHaveLength(7);
  });

  it('is in tables, with what is classified by each scheme counted', async () => {
    const files = await filesBelow(join(folder, 'out', 'example', 'derived'));
    const classified = readTable(String(files.get('subjects.csv')));
    expect(classified).toHaveLength(7);
    expect(classified).toContainEqual(
      expect.objectContaining({
        ...{
          item: `${BASE}cbes/item/7109`,
          label: 'The Smith and the Stranger',
          scheme: 'atu',
          notation: '330',
        },
        ...{ concept: `${BASE}subject/atu/330`, concept_en: 'The Smith and the Devil', source: 'B. Editor' },
        date: '2026',
      }),
    );
    expect(classified).toContainEqual(
      expect.objectContaining({ topic: `${BASE}cbes/topic/6041`, label: 'riddles', relation: 'closeMatch' }),
    );
    expect(
      readTable(String(files.get('subject-schemes.csv'))).map(({ scheme, concepts, works, topics }) => [
        ...[scheme, concepts, works, topics],
      ]),
    ).toEqual([
      ['atu', '2', '2', '0'],
      ['house', '2', '2', '1'],
      ['motif', '1', '0', '1'],
    ]);
    const topics = readTable(String(files.get('topics.csv')));
    expect(new Set(topics.map(({ iri }) => iri)).size).toBe(topics.length);
    expect(topics).toContainEqual(
      expect.objectContaining({ iri: `${BASE}subject/motif/H530`, list: 'motif', label_ga: 'Tomhaiseanna' }),
    );
  });

  it('is not there without a table', async () => {
    const { directory, dumps } = await release('none');
    expect(dumps.map(({ dataset }) => dataset)).not.toContain('subjects');
    expect([...(await filesBelow(directory)).keys()].filter((file) => /subject/.test(file))).toEqual([
      'shapes/subjects.ttl',
    ]);
  });
});

describe('records that are not published', () => {
  it('are classified nowhere in a release: withheld ones, unknown ones and those of a kind that is not built', async () => {
    const inside = await makeFolder();
    try {
      const privileged = await harvestSample(inside, undefined, 'internal');
      const notes: string[] = [];
      const subjects = await rows(
        'cbe/item/7001,atu,1,,Known type,,,Known Source,',
        'cbe/item/7003,atu,2,,Zwischenraum type,,,Zwischenraum,',
        'cbes/item/7102,zwischenraum,3,https://zwischenraum.example.org/3,,,,Zwischenraum,',
        'cbeg/photograph/1214,atu,1,,,,,Zwischenraum,',
        'cbeg/photograph/1213,atu,1,,,,,Zwischenraum,',
        'cbes/item/99999,atu,1,,,,,Zwischenraum,',
        'cbes/topic/6041,atu,1,,,,exactMatch,Zwischenraum,',
      );
      const { directory } = await privileged(
        'withheld',
        {
          additions: { subjects },
          profile: 'privileged',
          kinds: ['manuscripts', 'photographs'],
          formats: ['ttl', 'nt', 'jsonld'],
        },
        (event) => {
          if (event.event === 'note') notes.push(event.message);
        },
      );
      expect(notes).toContain(
        '6 rows of the table of subjects are about records that are not published (lines 3, 4, 5, 6, 7 …)',
      );
      const hidden =
        /zwischenraum|cbe\/item\/7003|cbes\/item\/7102|photograph\/121[34]|item\/99999|subject\/atu\/2/i;
      for (const [file, bytes] of await filesBelow(directory))
        if (/^(data|derived|report)|void|dcat|manifest/.test(file))
          expect(String(bytes), file).not.toMatch(hidden);
      expect(String((await filesBelow(directory)).get('data/subjects.ttl'))).toMatch(/Known Source/);
    } finally {
      await removeFolder(inside);
    }
  });
});

describe('the same table', () => {
  const dumpsOf = async (label: string) => filesBelow(join(folder, 'out', label, 'data'));

  it('in another order gives the same bytes', async () => {
    const [, ...lines] = (await exampleSubjects()).trimEnd().split('\n');
    await release('back', { additions: { subjects: await rows(...lines.toReversed()) } });
    expect(await dumpsOf('back')).toEqual(await dumpsOf('example'));
  });
});

describe('a table', () => {
  it('has columns in any order, and names records by their IRI, too', async () => {
    const text = `source,note,scheme,record,notation\nB. Editor,x,atu,${BASE}cbes/item/7109,330\n`;
    expect((await tableOf(text)).rows).toEqual([
      { record: 'cbes/item/7109', scheme: 'atu', notation: '330', source: 'B. Editor', line: 2 },
    ]);
  });

  it('takes the notation from the end of an IRI', async () => {
    const { concepts } = await rows(
      'cbes/item/7109,a,,https://a.example.org/x#H530,,,,x,',
      'cbes/item/7109,a,,https://a.example.org/x/dr%C3%A9imire/,,,,x,',
    );
    expect(concepts.map(({ notation }) => notation)).toEqual(['H530', 'dréimire']);
  });

  it.each([
    ['line 2: "cbes/part/1" is no item, photograph or topic', 'cbes/part/1,atu,1,,,,,x,'],
    ['line 2: "cbes/item/../7" is no item', 'cbes/item/../7,atu,1,,,,,x,'],
    ['line 2: "A TU" is no short name of a scheme', 'cbes/item/1,A TU,1,,,,,x,'],
    ['"handbook" is a list of the archive', 'cbes/item/1,handbook,1,,,,,x,'],
    ['line 2: a notation of the scheme atu or an IRI', 'cbes/item/1,atu,,,,,,x,'],
    ['line 2: ".." is no notation', 'cbes/item/1,atu,..,,,,,x,'],
    ['line 2: "javascript:alert(1)" is no http', 'cbes/item/1,atu,1,javascript:alert(1),,,,x,'],
    ['line 2: the source is missing', 'cbes/item/1,atu,1,,,,,,'],
    ['line 2: "2026-02-30" is no year, month or day', 'cbes/item/1,atu,1,,,,,x,2026-02-30'],
    ['line 2: a work has no relation', 'cbes/item/1,atu,1,,,,exactMatch,x,'],
    ['line 2: "" is no relation of a topic', 'cbes/topic/1,atu,1,,,,,x,'],
    ['line 2: the notation has a control character', 'cbes/item/1,atu,1\u0007,,,,,x,'],
    ['subjects.csv cannot be used', 'cbes/item/1,atu'],
    ['line 3: it repeats line 2', 'cbes/item/1,atu,1,,,,,x,', 'cbes/item/1,atu,1,,,,,x,2026'],
    ['line 3: it is called "Two"', 'cbes/item/1,atu,1,,One,,,x,', 'cbes/item/2,atu,1,,Two,,,x,'],
    [
      'line 3: https://a.example.org/1 is another concept in line 2',
      ...['1', '2'].map((notation) => `cbes/item/1,atu,${notation},https://a.example.org/1,,,,x,`),
    ],
    [
      'line 3: line 2 has another relation of cbes/topic/1 to atu 1',
      ...['exactMatch', 'broadMatch'].map((relation) => `cbes/topic/1,atu,1,,,,${relation},x,`),
    ],
  ])('is refused with exit code 2: %s', async (message, ...lines) => {
    await expect(rows(...lines)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      exitCode: 2,
      message: expect.stringContaining(message as string),
    });
  });

  it('that lacks a column, or is not there, is refused', async () => {
    await expect(tableOf('record,notation\n')).rejects.toThrow(/its first row lacks scheme, source/);
    expect(() => readSubjectsTable(join(folder, 'none.csv'), BASE)).toThrow(/there is no such file/);
  });
});
