import type { Term } from '@rdfjs/types';
import { beforeAll, describe, expect, it } from 'vitest';
import { Checker } from '../../src/model/shacl/checker.js';
import type { Finding, Severity } from '../../src/model/shacl/finding.js';
import { readShapes, SHAPES_DIRECTORY } from '../../src/model/shacl/shapes.js';
import { ShapesGraph } from '../../src/model/shacl/shapes-graph.js';
import { sh } from '../../src/model/shacl/terms.js';
import { badExamples, expand, folders, okExamples } from './examples.js';

/** Shape, predicate (`-`: the node itself) and components of one rule. */
type Rule = readonly [rule: string, shape: string, path: string, ...components: string[]];

/** Model 7.1, column Violation: what keeps a record out of a release. */
const VIOLATIONS: readonly Rule[] = [
  ['every record: a label', 'label', 'rdfs:label', 'MinCount', 'NodeKind'],
  ['volume: one collection', 'Volume', 'schema:isPartOf', 'MinCount', 'MaxCount', 'Pattern'],
  ['volume: of the right collection', 'VolumeOfItsCollection', '-', 'Or'],
  ['page: one volume', 'Page', 'schema:isPartOf', 'MinCount', 'MaxCount', 'Pattern'],
  ['page: of the right collection', 'PageOfItsCollection', '-', 'Or'],
  ['page: one page number', 'Page', 'lore:pageNumber', 'MaxCount'],
  ['part: one volume', 'Part', 'schema:isPartOf', 'MinCount', 'MaxCount', 'Pattern'],
  ['part: of the right collection', 'PartOfItsCollection', '-', 'Or'],
  ['item: one part', 'Item', 'schema:isPartOf', 'MinCount', 'MaxCount', 'Pattern'],
  ['item: of the right collection', 'ItemOfItsCollection', '-', 'Or'],
  ['item: content type from the list', 'Item', 'lore:contentType', 'In'],
  ['item: content mode from the list', 'Item', 'lore:contentMode', 'In'],
  ['item: script from the list', 'Item', 'lore:script', 'In'],
  ['item: language', 'Item', 'dcterms:language', 'Pattern'],
  ['item: language code', 'Item', 'schema:inLanguage', 'Pattern'],
  ['item: at most one date', 'created', 'dcterms:created', 'MaxCount'],
  ['item: at most one time span', 'dateSpan', 'lore:dateSpan', 'MaxCount'],
  ['item: one title a language', 'Item', 'schema:name', 'Datatype', 'UniqueLang'],
  ['photograph: digitized or not', 'Photograph', 'lore:digitized', 'MinCount', 'MaxCount', 'Datatype'],
  ['photograph: copyright from the list', 'Photograph', 'lore:copyrightStatus', 'In'],
  ['person: a name is there with its parts', 'NameInParts', '-', 'Or'],
  ['person: gender from the list', 'gender', 'schema:gender', 'In', 'MaxCount'],
  ['person: at most one authority id', 'PersonRecord', 'lore:viafId', 'MaxCount'],
  ['person: at most one biography id', 'PersonRecord', 'lore:ainmId', 'MaxCount'],
  ['person: no source', 'PersonRecord', 'prov:hadPrimarySource', 'Closed'],
  ['schools person: a source', 'PersonObservation', 'prov:hadPrimarySource', 'MinCount', 'Pattern'],
  ['schools person: no owl:sameAs', 'PersonObservation', 'owl:sameAs', 'Closed'],
  ['schools person: no schema:sameAs', 'PersonObservation', 'schema:sameAs', 'Closed'],
  ['schools person: no authority id', 'PersonObservation', 'lore:viafId', 'Closed'],
  ['schools person: no biography id', 'PersonObservation', 'lore:ainmId', 'Closed'],
  ['schools person: no occupation of the list', 'PersonObservation', 'schema:hasOccupation', 'Closed'],
  ['contribution: its person', 'contributionAgentRequired', 'bf:agent', 'MinCount'],
  ['contribution: one person only', 'Contribution', 'bf:agent', 'MaxCount'],
  ['contribution: one role', 'Contribution', 'bf:role', 'MinCount', 'MaxCount', 'In'],
  ['contribution: its role in its address', 'RoleMatchesIdentifier', '-', 'Or'],
  ['page, part: one order', 'OneOrder', '-', 'Or'],
  ['contribution: relationship of an informant', 'RelationshipOfInformant', '-', 'Or'],
  [
    'contribution: age up to the upper age, and to 110',
    'Contribution',
    'lore:age',
    'LessThanOrEquals',
    'MaxInclusive',
  ],
  ['contribution: upper age up to 110', 'Contribution', 'lore:ageMax', 'MaxInclusive'],
  ['date: EDTF', 'TimeSpan', 'skos:notation', 'Pattern', 'Datatype'],
  ['date: qualifier, mark and bounds', 'QualifierMatchesMark', '-', 'Or'],
  ['date: years in order', 'TimeSpan', 'lore:statedFromYear', 'LessThanOrEquals'],
  ['date: days in order', 'TimeSpan', 'edm:begin', 'LessThanOrEquals'],
  ['transcript: one item', 'Transcript', 'lore:transcribesItem', 'MinCount', 'MaxCount'],
  ['transcript: one page', 'Transcript', 'lore:transcribesPage', 'MinCount', 'MaxCount'],
  ['transcript: one text', 'Transcript', 'schema:text', 'MaxCount'],
  ['transcript: its licence', 'Transcript', 'dcterms:license', 'HasValue', 'MaxCount'],
  ['place: a name', 'PlaceHasName', '-', 'Or'],
  ['merged place: what replaces it', 'MergedPlace', 'dcterms:isReplacedBy', 'MinCount', 'MaxCount'],
  ['merged place: nothing else', 'MergedPlace', 'rdf:type', 'MaxCount'],
  ['point: latitude', 'GeoCoordinates', 'schema:latitude', 'Datatype', 'MinInclusive', 'MaxInclusive'],
  ['point: longitude', 'GeoCoordinates', 'schema:longitude', 'Datatype', 'MinInclusive', 'MaxInclusive'],
];

/** Model 7.1, column Warning: what is published, and said. */
const WARNINGS: readonly Rule[] = [
  ['page, part: no position', 'positionExpected', 'schema:position', 'MinCount'],
  [
    'every record: modified before it was created',
    'recordModifiedLater',
    'lore:recordCreated',
    'LessThanOrEquals',
  ],
  ['transcript: modified before it was created', 'Transcript', 'schema:dateCreated', 'LessThanOrEquals'],
  ['page: no page number', 'Page', 'lore:pageNumber', 'MinCount'],
  ['school: no name', 'School', 'schema:name', 'MinCount'],
  ['item: no page', 'Item', 'lore:onPage', 'MinCount'],
  ['person: gender code', 'genderCode', 'lore:genderCode', 'MaxCount'],
  ['contribution: age above 110', 'credibleAge', 'lore:sourceAge', 'MaxCount'],
  ['date: any problem but a year that is missing', 'TimeSpan', 'lore:dateProblem', 'In'],
  ['point: outside Ireland', 'PointInIreland', '-', 'Or'],
];

/** Warnings of section 3 of the model: what a source may say though it is documented otherwise. */
const OF_MAPPING: readonly Rule[] = [
  ['a code outside the documented list', 'unmappedCode', 'lore:unmappedCode', 'MaxCount'],
  ['photograph: a condition outside its range', 'Photograph', 'lore:conditionCode', 'MaxInclusive'],
  ['point: a source outside the documented list', 'Geometry', 'lore:coordinateSourceText', 'MaxCount'],
  ['person: the source says that nobody gave a name', 'PersonRecord', 'schema:name', 'MinCount'],
  ['person: born in Ireland and abroad', 'PersonRecord', 'schema:birthPlace', 'MaxCount'],
  ['schools person: nobody gave a name', 'PersonObservation', 'schema:name', 'MinCount'],
  ['place: no main name', 'Place', 'schema:name', 'MinCount'],
];

/** What is no fault, and may be looked at. */
const NOTES: readonly Rule[] = [
  ['item: no title and no extract', 'ItemHasTitleOrExtract', '-', 'Or'],
  ['photograph: no reference number', 'Photograph', 'dcterms:identifier', 'MinCount'],
  ['photograph: a condition without a meaning', 'Photograph', 'lore:conditionCode', 'MinInclusive'],
  ['transcript: no text', 'Transcript', 'schema:text', 'MinCount'],
  ['date: no year', 'TimeSpan', 'lore:dateProblem', 'In'],
  ['place: two main names in one language', 'Place', 'schema:name', 'UniqueLang'],
];

let graph: ShapesGraph;
/** For each rule the severities of its findings in all examples. */
let severities: Map<string, Set<Severity>>;
/** Rules broken in examples of which nothing else is found than warnings. */
let alone: Set<string>;

beforeAll(async () => {
  const quads = await readShapes(SHAPES_DIRECTORY);
  graph = new ShapesGraph(quads);
  const checker = new Checker(quads);
  const all = folders().flatMap((folder) => [...okExamples(folder), ...badExamples(folder)]);
  const examples = await Promise.all(all.map((example) => checker.check(example.quads)));
  severities = new Map(examples.flat().map((finding) => [inKey(finding), new Set<Severity>()]));
  for (const finding of examples.flat()) severities.get(inKey(finding))?.add(finding.severity);
  alone = new Set(examples.filter(isWarned).flat().map(inKey));
});

describe('model 7.1', () => {
  it.each(VIOLATIONS)('%s: a violation', (_, shape, path, ...components) => {
    for (const component of components) {
      const found = severities.get(key(shape, path, component)) ?? [];
      expect([component, ...found]).toEqual([component, 'violation']);
    }
  });

  it.each([...WARNINGS, ...OF_MAPPING])('%s: a warning, which alone keeps nothing out', (_, ...rule) => {
    expect(severities.get(key(...rule))).toContain('warning');
    expect(alone).toContain(key(...rule));
  });

  it.each(NOTES)('%s: a note', (_, ...rule) => {
    expect(severities.get(key(...rule))).toContain('info');
  });

  it('warns of nothing else, and notes nothing else', () => {
    const warned = [...severities].filter(([, found]) => found.has('warning')).map(([rule]) => rule);
    expect(warned.sort()).toEqual([...WARNINGS, ...OF_MAPPING].map(([, ...rule]) => key(...rule)).sort());
    const noted = [...severities].filter(([, found]) => found.has('info')).map(([rule]) => rule);
    expect(noted.sort()).toEqual(NOTES.map(([, ...rule]) => key(...rule)).sort());
  });

  it('keeps every node at an address of its kind, and closed', () => {
    for (const shape of closed()) {
      expect(
        graph.all(shape, sh('nodeKind')).map(({ value }) => value),
        shape.value,
      ).toEqual([sh('IRI')]);
      expect(graph.all(shape, sh('pattern')), shape.value).toHaveLength(1);
    }
  });

  it('lets no blank node be a value', () => {
    const open = closed().flatMap((shape) => {
      const properties = graph.all(shape, sh('property'));
      const paths = [...new Set(properties.map(pathOf))];
      return paths
        .filter(
          (path) => !properties.some((property) => pathOf(property) === path && refusesBlankNodes(property)),
        )
        .map((path) => `${shape.value} ${path}`);
    });
    expect(open).toEqual([]);
  });
});

const key = (shape = '', path = '', component = ''): string =>
  `${expand('lore-shape:')}${shape} ${expand(path)} ${component}`;

const inKey = ({ shape, path, constraint }: Finding): string => `${shape} ${path ?? '-'} ${constraint}`;

const isWarned = (findings: readonly Finding[]): boolean =>
  findings.every(({ severity }) => severity !== 'violation');

const closed = (): Term[] =>
  graph.shapes().filter((shape) => graph.all(shape, sh('closed')).some(({ value }) => value === 'true'));

const pathOf = (property: Term): string | undefined => graph.all(property, sh('path'))[0]?.value;

/** A blank node is of no datatype, matches no pattern and is in no list; sh:hasValue bars it with one value only. */
const refusesBlankNodes = (property: Term): boolean => {
  const says = (name: string) => graph.all(property, sh(name)).map(({ value }) => value);
  if (says('severity').some((severity) => severity !== sh('Violation'))) return false;
  const ofValues = ['datatype', 'pattern', 'in', 'nodeKind', 'or'].some((name) => says(name).length > 0);
  return (
    ofValues || says('maxCount')[0] === '0' || (says('hasValue').length > 0 && says('maxCount')[0] === '1')
  );
};
