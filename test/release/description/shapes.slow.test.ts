import type { Quad, Quad_Object, Quad_Subject, Term } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { beforeAll, describe, expect, it } from 'vitest';
import { Checker } from '../../../src/model/shacl/checker.js';
import { ShapesGraph, targetedShapes } from '../../../src/model/shacl/shapes-graph.js';
import { sh } from '../../../src/model/shacl/terms.js';
import { describe as describeRelease } from '../../../src/release/description/describe.js';
import { graphOf, releaseShapes } from './description.js';
import { smallRelease } from './small-release.js';

/** vocabulary/release-shapes.ttl: a whole description is lawful, and whatever is broken in it is found. */

const { blankNode, literal, namedNode, quad } = DataFactory;
const SHAPES = releaseShapes();
const GRAPH = new ShapesGraph(SHAPES);
const CLOSED = targetedShapes(GRAPH).filter(({ isClosed }) => isClosed);
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const DCT = 'http://purl.org/dc/terms/';
const DCAT = 'http://www.w3.org/ns/dcat#';

const checker = new Checker(SHAPES);
let whole: Quad[];

beforeAll(async () => {
  const doi = { concept: '10.5281/zenodo.1', reserved: '10.5281/zenodo.3', previous: '10.5281/zenodo.2' };
  const both = smallRelease({ doi });
  // A DOI of one publication is its identifier; one of two is that of a whole.
  const alone = { ...both, base: 'https://alone.example.org/', datasets: both.datasets.slice(0, 1) };
  whole = [...(await graphOf(describeRelease(both))), ...(await graphOf(describeRelease(alone)))];
});

/** One constraint of one property of a kind of node. */
interface Constraint {
  readonly shape: (typeof CLOSED)[number];
  readonly path: string;
  readonly constraint: string;
  readonly value: Term;
  /** Other constraints of the same property, which a lawful value obeys. */
  readonly datatype: string | undefined;
}

const one = (subject: Term, name: string): Term | undefined => GRAPH.all(subject, sh(name))[0];
const BREAKABLE = [
  'minCount',
  'maxCount',
  'datatype',
  'nodeKind',
  'pattern',
  'in',
  'uniqueLang',
  'minInclusive',
];
const CONSTRAINTS: Constraint[] = CLOSED.flatMap((shape) =>
  GRAPH.all(shape.shape, sh('property')).flatMap((property) =>
    BREAKABLE.flatMap((constraint) => {
      const value = one(property, constraint);
      return value === undefined
        ? []
        : [
            {
              shape,
              path: one(property, 'path')?.value ?? '',
              constraint,
              value,
              datatype: one(property, 'datatype')?.value,
            },
          ];
    }),
  ),
);

/** A literal that is not `other`, of its kind. */
function another(term: Quad_Object): Quad_Object {
  if (term.termType !== 'Literal') return namedNode(`${term.value}x`);
  if (term.language !== '') return literal(`${term.value}x`, term.language);
  return literal(`${term.value}1`, term.datatype);
}

/** The graph with a value in the place of others, or with none. */
const replaced = (focus: Term, path: string, ...values: readonly Quad_Object[]): Quad[] => [
  ...whole.filter(({ subject, predicate }) => !(subject.equals(focus) && predicate.value === path)),
  ...values.map((value) => quad(focus as Quad_Subject, namedNode(path), value)),
];

const valuesOf = (focus: Term, path: string): Quad_Object[] =>
  whole
    .filter(({ subject, predicate }) => subject.equals(focus) && predicate.value === path)
    .map(({ object }) => object);

/** How each constraint is broken. */
const BREAK: Readonly<Record<string, (focus: Term, path: string, constraint: Constraint) => Quad[]>> = {
  minCount: (focus, path) => replaced(focus, path),
  maxCount: (focus, path) => {
    const [value = literal('x')] = valuesOf(focus, path);
    return replaced(focus, path, value, another(value));
  },
  datatype: (focus, path) => replaced(focus, path, literal('P1D', namedNode(`${XSD}duration`))),
  nodeKind: (focus, path) => replaced(focus, path, literal('x')),
  pattern: (focus, path, { datatype }) =>
    replaced(focus, path, datatype === undefined ? namedNode('urn:x:?') : literal('?', namedNode(datatype))),
  in: (focus, path) => replaced(focus, path, ...valuesOf(focus, path), namedNode('urn:x:?')),
  uniqueLang: (focus, path) => replaced(focus, path, literal('x', 'en'), literal('y', 'en')),
  minInclusive: (focus, path) => replaced(focus, path, literal('-1', namedNode(`${XSD}integer`))),
};

/** The findings for one node. Shapes read a node and its values only; so does this function, which is much faster. */
async function foundOf(focus: Term, graph: readonly Quad[]): Promise<string[]> {
  const near = graph.filter(({ subject, object }) => subject.equals(focus) || object.equals(focus));
  const findings = await checker.check(near);
  const own = findings.filter((finding) => focus.termType === 'BlankNode' || finding.focus === focus.value);
  return own.map(({ constraint }) => constraint);
}

const asFound = (constraint: string): string => constraint.charAt(0).toUpperCase() + constraint.slice(1);

describe('a complete description', () => {
  it('is lawful', async () => {
    expect(await checker.check(whole)).toEqual([]);
  });

  it('has every property that a shape lists', () => {
    const unsaid = CONSTRAINTS.filter(({ shape, path }) =>
      shape.nodesIn(whole).every((node) => valuesOf(node, path).length === 0),
    );
    expect([...new Set(unsaid.map(({ shape, path }) => `${shape.name} ${path}`))]).toEqual([]);
  });
});

it.each(CLOSED.map((shape) => [shape.name.replace(/^.*#/, ''), shape] as const))(
  '%s: each constraint that is broken is found, an unknown property, and a blank node',
  async (_, shape) => {
    const unfound: string[] = [];
    for (const broken of CONSTRAINTS.filter((one) => one.shape === shape)) {
      const { path, constraint } = broken;
      const focus = shape.nodesIn(whole).find((node) => valuesOf(node, path).length > 0);
      const graph = focus === undefined ? [] : (BREAK[constraint]?.(focus, path, broken) ?? []);
      // Without some properties a node is of no kind.
      const isMark = shape.targets.subjectsOf.has(path) && constraint === 'minCount';
      const found = focus === undefined ? [] : await foundOf(focus, graph);
      if (!found.includes(isMark ? 'Coverage' : asFound(constraint))) unfound.push(`${path} ${constraint}`);
    }
    expect(unfound).toEqual([]);
    const [focus] = shape.nodesIn(whole);
    if (focus === undefined) throw new Error('nothing to break');
    const strange = quad(focus as Quad_Subject, namedNode('https://schema.org/comment'), literal('x'));
    expect(await foundOf(focus, [...whole, strange])).toContain('Closed');
    const blank = blankNode('b');
    const put = <T extends Term>(term: T): T => (term.equals(focus) ? (blank as unknown as T) : term);
    const graph = whole.map(({ subject, predicate, object }) => quad(put(subject), predicate, put(object)));
    expect(await foundOf(blank, graph)).toContain('NodeKind');
  },
);

const constraints = (findings: readonly { readonly constraint: string }[]): string[] =>
  findings.map(({ constraint }) => constraint);

/** The requirements of the registers, each broken by hand. */
describe('registers', () => {
  const RELEASE = 'https://data.example.org/folklore/dataset/folklore/sample';
  const FOLKLORE = namedNode('https://data.example.org/folklore/dataset/folklore');
  const FILE = namedNode(`${RELEASE}/people.ttl.gz`);
  const CONTACT = namedNode('https://data.example.org/folklore/org/contact');
  const vcard = 'http://www.w3.org/2006/vcard/ns#';
  const cc = 'creativecommons.org/licenses/by-nc/4.0';

  it.each([
    ['a licence by its http address', FOLKLORE, `${DCT}license`, [namedNode(`http://${cc}/`)], 'Pattern'],
    ['a licence without the slash', FOLKLORE, `${DCT}license`, [namedNode(`https://${cc}`)], 'Pattern'],
    ['a licence as text', FOLKLORE, 'https://schema.org/license', [literal('CC BY')], 'NodeKind'],
    ['no publisher', FOLKLORE, `${DCT}publisher`, [], 'MinCount'],
    ['a name in no language', FOLKLORE, 'https://schema.org/name', [literal('Folklore')], 'Datatype'],
    ['a file of no media type', FILE, `${DCAT}mediaType`, [], 'MinCount'],
    ['a file without an address', FILE, `${DCAT}accessURL`, [], 'MinCount'],
    [
      'a file with another address of access',
      FILE,
      `${DCAT}accessURL`,
      [namedNode('https://x.example.org/')],
      'Or',
    ],
    [
      'an e-mail address that is no link',
      CONTACT,
      `${vcard}hasEmail`,
      [literal('data@example.org')],
      'NodeKind',
    ],
  ] as const)('are not given %s', async (_, focus, path, values, constraint) => {
    expect(await foundOf(focus, replaced(focus, path, ...values))).toContain(constraint);
  });

  it('give only a warning for a missing contact', async () => {
    const { contact: _, ...facts } = smallRelease();
    const findings = await checker.check(await graphOf(describeRelease(facts)));
    expect(findings.map(({ severity }) => severity)).toEqual(['warning', 'warning']);
  });

  it('are given a contact that can be reached by page alone, but not by neither', async () => {
    const withoutEmail = whole.filter(
      ({ predicate }) => !/hasEmail$|schema.org\/email$/.test(predicate.value),
    );
    expect(await checker.check(withoutEmail)).toEqual([]);
    const unreachable = withoutEmail.filter(({ predicate }) => predicate.value !== `${vcard}hasURL`);
    expect(new Set(constraints(await checker.check(unreachable)))).toEqual(new Set(['Or']));
  });

  it('report a delta without its earlier release or its kind', async () => {
    for (const word of ['deltaFrom', 'deltaKind']) {
      const graph = whole.filter(({ predicate }) => !predicate.value.endsWith(`#${word}`));
      expect(constraints(await checker.check(graph)), word).toContain('Or');
    }
  });
});
