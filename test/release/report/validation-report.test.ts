import { Parser, termToId } from 'n3';
import * as oxigraph from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { BASE, MISSING, PHOTOGRAPH, SHAPES, told, written } from './tellings.js';

/** `report/validation.ttl` against SHACL, section 3.6, read by n3 and by Oxigraph. */

const PREFIXES = 'PREFIX sh: <http://www.w3.org/ns/shacl#> PREFIX lore: <https://w3id.org/folklore-ld/ns#>';

/** Solutions of a query, each variable as N-Triples writes it. */
function ask(turtle: string, query: string): Record<string, string>[] {
  const store = new oxigraph.Store();
  store.load(turtle, { format: 'text/turtle' });
  const found = store.query(`${PREFIXES} ${query}`) as Map<string, oxigraph.Term>[];
  return found.map((row) => Object.fromEntries([...row].map(([name, term]) => [name, term.toString()])));
}

const RESULTS = `SELECT ?result WHERE { ?report a sh:ValidationReport ; sh:result ?result }`;
/** Results that lack what each must have (3.6.2), or have it twice. */
const INCOMPLETE = `SELECT ?result WHERE {
  ?result a sh:ValidationResult
  OPTIONAL { SELECT ?result (COUNT(?f) AS ?focus) { ?result sh:focusNode ?f } GROUP BY ?result }
  OPTIONAL { SELECT ?result (COUNT(?c) AS ?component) { ?result sh:sourceConstraintComponent ?c } GROUP BY ?result }
  OPTIONAL { SELECT ?result (COUNT(?s) AS ?severity) { ?result sh:resultSeverity ?s } GROUP BY ?result }
  FILTER (!BOUND(?focus) || ?focus != 1 || !BOUND(?component) || ?component != 1 || !BOUND(?severity) || ?severity != 1)
}`;
/** Results with two messages of one language, of another, or without English. */
const MUTE = `SELECT ?result WHERE {
  ?result a sh:ValidationResult
  FILTER (NOT EXISTS { ?result sh:resultMessage ?m FILTER (LANG(?m) = "en") }
    || EXISTS { ?result sh:resultMessage ?m FILTER (LANG(?m) NOT IN ("en", "ga")) }
    || EXISTS { ?result sh:resultMessage ?m , ?n FILTER (?m != ?n && LANG(?m) = LANG(?n)) })
}`;
const ASTRAY = `SELECT ?result WHERE {
  { ?result a sh:ValidationResult FILTER NOT EXISTS { ?report a sh:ValidationReport ; sh:result ?result } }
  UNION { ?report sh:result ?result FILTER NOT EXISTS { ?result a sh:ValidationResult } }
}`;

describe('a report of nothing', () => {
  it('states that the data conforms, and has no result', async () => {
    const turtle = (await written([])).text('validation.ttl');
    expect(ask(turtle, 'SELECT ?c WHERE { ?r a sh:ValidationReport ; sh:conforms ?c }')).toEqual([
      { c: '"true"^^<http://www.w3.org/2001/XMLSchema#boolean>' },
    ]);
    expect(ask(turtle, RESULTS)).toEqual([]);
  });
});

describe('a result', () => {
  it('has the finding in the terms of SHACL', async () => {
    const one = told({ value: '"x"@ga' }, { field: 'ReferenceNumber' });
    const turtle = (await written([one])).text('validation.ttl');
    const expected = new Parser().parse(`
      @prefix sh: <http://www.w3.org/ns/shacl#> . @prefix lore: <https://w3id.org/folklore-ld/ns#> .
      @base <${BASE}> .
      <report/validation> a sh:ValidationReport ; sh:conforms false ; sh:result <report/validation#1> .
      <report/validation#1> a sh:ValidationResult ; sh:resultSeverity sh:Warning ;
        sh:focusNode <cbeg/photograph/7> ; sh:resultPath <http://purl.org/dc/terms/identifier> ; sh:value "x"@ga ;
        sh:resultMessage "The photograph has no reference number."@en , "Níl uimhir thagartha ag an ngrianghraf."@ga ;
        sh:sourceConstraintComponent sh:MinCountConstraintComponent ; sh:sourceShape <${SHAPES}Photograph> ;
        lore:sourceRequest "archive /cbeg?CountyID=100013#/3" ; lore:sourceField "ReferenceNumber" .`);
    const lines = (quads: typeof expected) =>
      quads
        .map(({ subject, predicate, object }) => [subject, predicate, object].map(termToId).join(' '))
        .sort();
    expect(lines(new Parser().parse(turtle))).toEqual(lines(expected));
  });

  it.each([
    ['violation', 'Violation'],
    ['warning', 'Warning'],
    ['info', 'Info'],
  ] as const)('that is a %s has the severity sh:%s', async (severity, name) => {
    const turtle = (await written([told({ severity })])).text('validation.ttl');
    expect(ask(turtle, 'SELECT ?s WHERE { ?r sh:resultSeverity ?s }')).toEqual([
      { s: `<http://www.w3.org/ns/shacl#${name}>` },
    ]);
  });

  it('names our own component and shape for checks beyond SHACL', async () => {
    const turtle = (await written([told({ constraint: 'Reference', shape: 'X8' })])).text('validation.ttl');
    expect(
      ask(turtle, 'SELECT ?c ?s WHERE { ?r sh:sourceConstraintComponent ?c ; sh:sourceShape ?s }'),
    ).toEqual([{ c: '<https://w3id.org/folklore-ld/ns#ReferenceConstraintComponent>', s: `<${SHAPES}X8>` }]);
  });

  it('that is about no node is about the report', async () => {
    const turtle = (await written([told({ focus: '' })])).text('validation.ttl');
    expect(ask(turtle, 'SELECT ?f WHERE { ?r sh:focusNode ?f }')).toEqual([
      { f: `<${BASE}report/validation>` },
    ]);
  });
});

const RLM = '\u200F';
/** Values as findings write them, and what a reader must find. */
const VALUES: Readonly<Record<string, readonly [value: string, found: string]>> = {
  'an IRI': ['https://e.org/x', '<https://e.org/x>'],
  'an IRI of another scheme': ['urn:isbn:1', '<urn:isbn:1>'],
  'an IRI with a space': ['https://e.org/a b', '"https://e.org/a b"'],
  'an IRI with a closing bracket': ['https://e.org/> . <x', '"https://e.org/> . <x"'],
  'an IRI with a dot segment below the base': [`${BASE}a/../b`, `"${BASE}a/../b"`],
  'no IRI at all': ['b0', '"b0"'],
  'a text of ours': ['20 before, 3 now', '"20 before, 3 now"'],
  'a plain text': ['"x"', '"x"'],
  'a text with its language': ['"x"@ga', '"x"@ga'],
  'a number': [
    '"-8"^^<http://www.w3.org/2001/XMLSchema#integer>',
    '"-8"^^<http://www.w3.org/2001/XMLSchema#integer>',
  ],
  'a number that is none': [
    '"-8x"^^<http://www.w3.org/2001/XMLSchema#integer>',
    '"-8x"^^<http://www.w3.org/2001/XMLSchema#integer>',
  ],
  'a language tag that is none': ['"x"@12_', '"x"'],
  'a datatype that is no IRI': ['"x"^^<a b>', '"x"'],
  'a language text without a language': [
    '"x"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>',
    '"x"',
  ],
  quotes: [JSON.stringify('a"b\\"""'), JSON.stringify('a"b\\"""')],
  'line ends and quotes': [JSON.stringify('a"\n"""'), JSON.stringify('a"\n"""')],
  'a control character': [JSON.stringify('a\u0000\u0007'), '"a\\\\u0000\\\\u0007"'],
  'half a character': [JSON.stringify('a\uD83D'), '"a\uFFFD"'],
  'marks that turn the text': [JSON.stringify(`a${RLM}b`), `"a${RLM}b"`],
  'quotes that never end': ['"x', '"\\"x"'],
};

describe('a hostile value', () => {
  it('is read again', async () => {
    const hostile = JSON.parse(JSON.stringify('a"\\\u0000\uD83D')) as string;
    const findings = Object.values(VALUES).map(([value]) =>
      told(
        { value, message: hostile, messageGA: hostile, focus: hostile },
        { field: hostile, subject: { ...PHOTOGRAPH, label: hostile } },
      ),
    );
    const turtle = (await written(findings)).text('validation.ttl');
    const found = ask(turtle, 'SELECT ?r ?v WHERE { ?r sh:value ?v }');
    const numberOf = ({ r = '' }: Record<string, string>) => Number(/\d+(?=>$)/.exec(r)?.[0]);
    expect(found.toSorted((a, b) => numberOf(a) - numberOf(b)).map(({ v }) => v)).toEqual(
      Object.values(VALUES).map(([, expected]) => expected),
    );
    for (const query of [INCOMPLETE, ASTRAY, MUTE]) expect(ask(turtle, query)).toEqual([]);
    expect(new Parser().parse(turtle)).toHaveLength(2 + findings.length * (1 + 9 + 2));
  });

  it('of a million characters is there whole', async () => {
    const long = 'é"\n'.repeat(350_000);
    const { text, report } = await written([told({ value: JSON.stringify(long) })]);
    const quads = new Parser().parse(text('validation.ttl'));
    expect(quads.find(({ predicate }) => predicate.value.endsWith('#value'))?.object.value).toBe(long);
    expect(JSON.stringify(report).length).toBeLessThan(5000);
    expect(text('editors.csv').length).toBeLessThan(5000);
  });
});

it('many results are each one of the report, each complete, as many as the totals say', async () => {
  const severities = ['violation', 'warning', 'info'] as const;
  const findings = Array.from({ length: 300 }, (_, at) => {
    const severity = severities[at % 3] ?? 'info';
    const focus = `${BASE}cbeg/photograph/${at}`;
    const { path, messageGA, ...bare } = MISSING;
    return at % 2 === 0 ? told({ severity, focus }) : { ...told(), finding: { ...bare, severity, focus } };
  });
  const { text, report } = await written(findings);
  const turtle = text('validation.ttl');
  expect(report.totals).toEqual({ violation: 100, warning: 100, info: 100 });
  expect(ask(turtle, RESULTS)).toHaveLength(300);
  for (const query of [INCOMPLETE, ASTRAY, MUTE]) expect(ask(turtle, query)).toEqual([]);
  expect(ask(turtle, 'SELECT ?c WHERE { ?r a sh:ValidationReport ; sh:conforms ?c }')).toEqual([
    { c: '"false"^^<http://www.w3.org/2001/XMLSchema#boolean>' },
  ]);
});
