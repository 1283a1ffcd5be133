import { html, raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { keepLines } from '../../base/text.js';
import { localName, namespaceOf } from '../../model/rdf/iri-syntax.js';
import { webAddress } from '../../model/rdf/iris.js';
import { parseTurtle, turtlePrefixes } from '../../model/rdf/parse.js';
import { ShapesGraph } from '../../model/shacl/shapes-graph.js';
import { asPublished } from '../../release/report/source-words.js';
import { PAGE_STYLE } from './report-page.js';

/** The file of the page, below the folder of a release. */
export const VOCABULARY_PAGE = 'docs/vocabulary/index.html';

/** A file in Turtle, with its path in the release. */
export interface TurtleFile {
  readonly path: string;
  readonly text: string;
}

/** The files that the page is made of. */
export interface VocabularyPageFacts {
  readonly vocabularyBase: string;
  readonly ontology: TurtleFile;
  readonly alignments: TurtleFile;
  readonly codes: TurtleFile;
  /** The shapes of records. */
  readonly shapes: readonly TurtleFile[];
  /** The shapes of the description of a release. */
  readonly releaseShapes: TurtleFile;
  /** vocabulary/source-fields.tsv */
  readonly sourceFields: string;
  /** Files with the same statements: paths below the release. */
  readonly otherForms: readonly string[];
}

type Term = Parameters<ShapesGraph['all']>[0];

/** Where a line of the file ends. Texts have no tags: they are escaped. */
const BLOCK_END = /<\/(?:article|dd|dl|h\d|head|header|li|p|section|tr|ul)>/g;

const SECTIONS = [
  ['classes', 'Classes', 'Aicmí'],
  ['properties', 'Properties', 'Airíonna'],
  ['codes', 'Code lists', 'Liostaí cód'],
  ['shapes', 'Shapes of records', 'Cruthanna taifead'],
  ['release-shapes', 'Shapes of the description of a release', 'Cruthanna an chur síos ar eisiúint'],
] as const;
type SectionId = (typeof SECTIONS)[number][0];

/** Statements about a term, in the order of the page. */
const STATEMENTS = [
  ['rdfs:subClassOf', 'Subclass of'],
  ['rdfs:subPropertyOf', 'Subproperty of'],
  ['rdfs:domain', 'Domain'],
  ['rdfs:range', 'Range'],
  ['owl:inverseOf', 'Inverse of'],
  ['rdfs:seeAlso', 'See also'],
  ['vs:term_status', 'Status'],
  ['skos:scopeNote', 'Note'],
] as const;

const MATCHES = [
  'skos:exactMatch',
  'skos:closeMatch',
  'skos:broadMatch',
  'skos:broader',
  'rdfs:seeAlso',
] as const;
const NOTES = ['skos:definition', 'skos:scopeNote', 'skos:editorialNote', 'skos:changeNote'] as const;
const TARGETS = ['sh:targetClass', 'sh:targetSubjectsOf', 'sh:targetObjectsOf'] as const;

/** What the table of a shape has in columns of its own. */
const IN_COLUMNS: ReadonlySet<string> = new Set([
  ...['rdf:type', 'sh:path', 'sh:name', 'sh:description', 'sh:message', 'sh:severity'],
  ...['sh:minCount', 'sh:maxCount'],
]);

/**
 * The vocabulary of a release as one HTML file: classes, properties, code lists and shapes, each with an anchor. It has its
 * style in itself, no script, and asks for nothing. The same files give the same bytes.
 *
 * @throws Error when a file is not valid Turtle
 */
export function renderVocabulary(facts: VocabularyPageFacts): string {
  return new VocabularyPage(facts).render();
}

class VocabularyPage {
  readonly #facts: VocabularyPageFacts;
  readonly #graph: ShapesGraph;
  readonly #alignments: ShapesGraph;
  readonly #prefixes = new Map<string, string>();
  readonly #prefixOf = new Map<string, string>();
  /** Subjects with an IRI, by the path of their file. */
  readonly #subjects = new Map<string, Map<string, Term>>();
  readonly #anchors = new Map<string, string>();
  /** Property → the node shapes that have a property shape for it. */
  readonly #shapesOf = new Map<string, Set<Term>>();
  /** Code → the properties that have it as a value. */
  readonly #propertiesOf = new Map<string, Set<string>>();
  /** Local name of a property → field of a service → kinds of record. */
  readonly #fields = new Map<string, Map<string, Set<string>>>();

  constructor(facts: VocabularyPageFacts) {
    const { ontology, alignments, codes, shapes, releaseShapes, vocabularyBase } = facts;
    this.#facts = facts;
    const files = [ontology, codes, ...shapes, releaseShapes];
    this.#graph = new ShapesGraph(files.flatMap((file) => this.#read(file)));
    this.#alignments = new ShapesGraph(this.#read(alignments));
    for (const file of files)
      for (const iri of this.#subjects.get(file.path)?.keys() ?? [])
        if (iri.startsWith(vocabularyBase)) this.#anchors.set(iri, anchorOf(iri, vocabularyBase));
    this.#indexShapes(this.#subjectsOf(...shapes, releaseShapes));
    this.#indexFields();
  }

  #read({ path, text }: TurtleFile) {
    for (const [prefix, namespace] of turtlePrefixes(text)) {
      this.#prefixes.set(prefix, namespace);
      this.#prefixOf.set(namespace, prefix);
    }
    const quads = parseTurtle(text, path);
    const named = quads.flatMap(({ subject }) => (subject.termType === 'NamedNode' ? [subject] : []));
    this.#subjects.set(path, new Map(named.map((subject) => [subject.value, subject])));
    return quads;
  }

  #indexShapes(shapes: readonly Term[]): void {
    for (const shape of shapes) {
      for (const property of this.#all(shape, 'sh:property')) {
        for (const path of this.#all(property, 'sh:path')) {
          addTo(this.#shapesOf, path.value, shape);
          for (const code of this.#all(property, 'sh:in').flatMap((list) => this.#graph.list(list)))
            addTo(this.#propertiesOf, code.value, path.value);
        }
      }
    }
  }

  #indexFields(): void {
    for (const line of this.#facts.sourceFields.trimEnd().split('\n')) {
      const [key = '', fields = ''] = line.split('\t');
      const [node = '', predicate = ''] = key.split(' ');
      const [kind = ''] = node.split('#');
      const [, name] = /^ns#(.+)$/.exec(predicate) ?? [];
      if (name === undefined) continue;
      const known = this.#fields.get(name) ?? new Map<string, Set<string>>();
      this.#fields.set(name, known);
      for (const field of fields.split(' ').map(asPublished)) if (field !== '') addTo(known, field, kind);
    }
  }

  #iri(compact: string): string {
    const colon = compact.indexOf(':');
    return `${this.#prefixes.get(compact.slice(0, colon)) ?? ''}${compact.slice(colon + 1)}`;
  }

  #all(subject: Term, predicate: string): readonly Term[] {
    return this.#graph.all(subject, this.#iri(predicate));
  }

  /** Each subject once; two files may describe one shape. */
  #subjectsOf(...files: readonly TurtleFile[]): Term[] {
    const all = files.flatMap(({ path }) => [...(this.#subjects.get(path) ?? [])]);
    return [...new Map(all).values()];
  }

  #hasType(subject: Term, ...types: readonly string[]): boolean {
    const iris = types.map((type) => this.#iri(type));
    return this.#all(subject, 'rdf:type').some(({ value }) => iris.includes(value));
  }

  /** A compact IRI where a file has a prefix for its namespace. */
  #compact(iri: string): string {
    const namespace = namespaceOf(iri);
    const prefix = this.#prefixOf.get(namespace);
    return prefix === undefined || localName(iri) === '' ? iri : `${prefix}:${localName(iri)}`;
  }

  #link(iri: string): Child {
    const anchor = this.#anchors.get(iri);
    const address = anchor === undefined ? webAddress(iri) : `#${anchor}`;
    const name = <code>{this.#compact(iri)}</code>;
    return address === undefined ? name : <a href={address}>{name}</a>;
  }

  #value(term: Term): Child {
    if (term.termType === 'NamedNode') return this.#link(term.value);
    if (term.termType === 'Literal') return <Words of={[term]} />;
    return this.#graph.all(term, this.#iri('rdf:first')).length > 0
      ? separated(this.#graph.list(term).map((member) => this.#value(member)))
      : separated(this.#constraints(term), ' and ');
  }

  /** The constraints of a shape that have no column of their own, such as its datatype. */
  #constraints(shape: Term): Child[] {
    return [...this.#graph.of(shape)].flatMap(([predicate, values]) => {
      const name = this.#compact(predicate);
      if (IN_COLUMNS.has(name)) return [];
      return values.map((value) => (
        <>
          {name.replace(/^sh:/, '')} {name === 'sh:pattern' ? <code>{value.value}</code> : this.#value(value)}
        </>
      ));
    });
  }

  render(): string {
    const { ontology, codes, shapes, releaseShapes, otherForms } = this.#facts;
    const [about] = this.#subjectsOf(ontology).filter((term) => this.#hasType(term, 'owl:Ontology'));
    const terms = this.#subjectsOf(ontology);
    const properties = ['owl:ObjectProperty', 'owl:DatatypeProperty', 'rdf:Property'];
    const page = (
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>Vocabulary</title>
          <style>{raw(PAGE_STYLE + STYLE)}</style>
        </head>
        <body>
          <a class="skip" href="#content">
            Skip to the content
          </a>
          <header>
            <h1>Vocabulary</h1>
            {about !== undefined && (
              <>
                <p>
                  <Words of={this.#all(about, 'rdfs:label')} />
                </p>
                <Definition of={this.#all(about, 'rdfs:comment')} />
              </>
            )}
            <p>
              Terms begin with <code>{this.#iri('lore:')}</code>, written <code>lore:</code> here. Licence:
              CC0.
            </p>
            <p>
              The same for programs:{' '}
              {separated(otherForms.map((path) => <a href={`../../${path}`}>{localName(path)}</a>))}.
            </p>
            <nav aria-label="Sections">
              <ul>
                {SECTIONS.map(([id, title]) => (
                  <li>
                    <a href={`#${id}-section`}>{title}</a>
                  </li>
                ))}
              </ul>
            </nav>
          </header>
          <main id="content">
            {this.#termSection(
              'classes',
              terms.filter((term) => !this.#hasType(term, 'owl:Ontology', ...properties)),
            )}
            {this.#termSection(
              'properties',
              terms.filter((term) => this.#hasType(term, ...properties)),
            )}
            {this.#codeSection(this.#subjectsOf(codes))}
            {this.#shapeSection('shapes', this.#subjectsOf(...shapes))}
            {this.#shapeSection('release-shapes', this.#subjectsOf(releaseShapes))}
          </main>
        </body>
      </html>
    );
    // Characters that change the direction of the text, or are not seen, are shown by their number.
    return keepLines(`${html`<!doctype html>${page}`}\n`.replace(BLOCK_END, '$&\n'));
  }

  #section(id: SectionId, terms: readonly Term[], content: Child): Child {
    const [, title, titleGA] = SECTIONS.find(([one]) => one === id) as (typeof SECTIONS)[number];
    return (
      <section aria-labelledby={`${id}-section`}>
        <h2 id={`${id}-section`}>
          {title} <span lang="ga">{titleGA}</span>
        </h2>
        <ul class="index">
          {terms.map(({ value }) => (
            <li>{this.#link(value)}</li>
          ))}
        </ul>
        {content}
      </section>
    );
  }

  #heading(term: Term, labels: readonly Term[]): Child {
    return (
      <h3>
        {labels.length === 0 ? localName(term.value) : <Words of={labels} />}{' '}
        <code>{this.#compact(term.value)}</code>
      </h3>
    );
  }

  #termSection(id: SectionId, terms: readonly Term[]): Child {
    return this.#section(
      id,
      terms,
      terms.map((term) => (
        <article id={this.#anchors.get(term.value)}>
          {this.#heading(term, this.#all(term, 'rdfs:label'))}
          <Definition of={this.#all(term, 'rdfs:comment')} />
          <dl>
            <Row name="Address">
              <code>{term.value}</code>
            </Row>
            <Row name="Type">{separated(this.#all(term, 'rdf:type').map((type) => this.#value(type)))}</Row>
            {STATEMENTS.map(([predicate, name]) => (
              <Row name={name}>{separated(this.#all(term, predicate).map((one) => this.#value(one)))}</Row>
            ))}
            <Row name="Properties with this domain">
              {separated(this.#withDomain(term).map((one) => this.#value(one)))}
            </Row>
            <Row name="Shapes">{separated(this.#usersOf(term).map((shape) => this.#value(shape)))}</Row>
            <Row name="Field of the source">{separated(this.#fieldsOf(term))}</Row>
            <Row name="Other vocabularies">
              {separated(
                [...this.#alignments.of(term)].flatMap(([predicate, objects]) =>
                  objects.map((object) => (
                    <>
                      <code>{this.#compact(predicate)}</code> {this.#value(object)}
                    </>
                  )),
                ),
              )}
            </Row>
          </dl>
        </article>
      )),
    );
  }

  #withDomain(term: Term): Term[] {
    return this.#subjectsOf(this.#facts.ontology).filter((one) =>
      this.#all(one, 'rdfs:domain').some(({ value }) => value === term.value),
    );
  }

  /** The node shapes with a class as target, or with a property shape for a property. */
  #usersOf({ value }: Term): Term[] {
    const { shapes, releaseShapes } = this.#facts;
    const targeting = this.#subjectsOf(...shapes, releaseShapes).filter((shape) =>
      this.#all(shape, 'sh:targetClass').some((target) => target.value === value),
    );
    return [...targeting, ...(this.#shapesOf.get(value) ?? [])];
  }

  #fieldsOf({ value }: Term): Child[] {
    return [...(this.#fields.get(localName(value)) ?? [])].map(([field, kinds]) => (
      <>
        <code>{field}</code> of {[...kinds].join(', ')}
      </>
    ));
  }

  #codeSection(subjects: readonly Term[]): Child {
    const schemes = subjects.filter((term) => this.#hasType(term, 'skos:ConceptScheme'));
    return this.#section(
      'codes',
      schemes,
      schemes.map((scheme) => {
        const concepts = subjects.filter((one) =>
          this.#all(one, 'skos:inScheme').some(({ value }) => value === scheme.value),
        );
        const properties = new Set(
          concepts.flatMap(({ value }) => [...(this.#propertiesOf.get(value) ?? [])]),
        );
        return (
          <article id={this.#anchors.get(scheme.value)}>
            {this.#heading(scheme, this.#all(scheme, 'skos:prefLabel'))}
            <Definition of={NOTES.flatMap((note) => this.#all(scheme, note))} />
            <dl>
              <Row name="Address">
                <code>{scheme.value}</code>
              </Row>
              <Row name="Values of">{separated([...properties].map((iri) => this.#link(iri)))}</Row>
            </dl>
            <Table of={scheme.value} head={['code', 'notation', 'English', 'Gaeilge', 'matches', 'notes']}>
              {concepts.map((concept) => (
                <tr id={this.#anchors.get(concept.value)}>
                  <th scope="row">
                    <code>{this.#compact(concept.value)}</code>
                  </th>
                  <td>
                    <Words of={this.#all(concept, 'skos:notation')} />
                  </td>
                  <td>
                    <Words of={inLanguage(this.#all(concept, 'skos:prefLabel'), 'en')} />
                  </td>
                  <td>
                    <Words of={inLanguage(this.#all(concept, 'skos:prefLabel'), 'ga')} />
                  </td>
                  <td>
                    {separated(
                      MATCHES.flatMap((match) =>
                        this.#all(concept, match).map((one) => (
                          <>
                            {match.replace(/^\w+:/, '')} {this.#value(one)}
                          </>
                        )),
                      ),
                    )}
                  </td>
                  <td>
                    <Words of={NOTES.flatMap((note) => this.#all(concept, note))} />
                  </td>
                </tr>
              ))}
            </Table>
          </article>
        );
      }),
    );
  }

  #shapeSection(id: SectionId, subjects: readonly Term[]): Child {
    const shapes = subjects.filter((term) => this.#hasType(term, 'sh:NodeShape'));
    const shared = subjects.filter((term) => this.#hasType(term, 'sh:PropertyShape'));
    return this.#section(
      id,
      shapes,
      <>
        {shapes.map((shape) => this.#nodeShape(shape))}
        {shared.length > 0 && (
          <article>
            <h3>Property shapes that several shapes share</h3>
            <p>A table above has the rows of those that its shape uses.</p>
            <ul class="index">
              {shared.map((shape) => (
                <li id={this.#anchors.get(shape.value)}>
                  <code>{this.#compact(shape.value)}</code>:{' '}
                  {separated(this.#sharing(shape, shapes).map((user) => this.#value(user)))}
                </li>
              ))}
            </ul>
          </article>
        )}
      </>,
    );
  }

  #sharing({ value }: Term, shapes: readonly Term[]): Term[] {
    return shapes.filter((shape) => this.#all(shape, 'sh:property').some((one) => one.value === value));
  }

  #nodeShape(shape: Term): Child {
    const properties = this.#all(shape, 'sh:property');
    const targets = TARGETS.flatMap((target) =>
      this.#all(shape, target).map((one) => (
        <>
          {target
            .replace('sh:target', '')
            .replace(/([a-z])([A-Z])/g, '$1 $2')
            .toLowerCase()}{' '}
          {this.#value(one)}
        </>
      )),
    );
    const isClosed = this.#all(shape, 'sh:closed').some(({ value }) => value === 'true');
    return (
      <article id={this.#anchors.get(shape.value)}>
        {this.#heading(shape, this.#all(shape, 'rdfs:label'))}
        <Definition of={this.#all(shape, 'rdfs:comment')} />
        <dl>
          <Row name="Applies to">{separated(targets)}</Row>
          <Row name="Pattern of the IRI">
            {separated(this.#all(shape, 'sh:pattern').map(({ value }) => <code>{value}</code>))}
          </Row>
          <Row name="Other properties">{isClosed ? 'are violations' : ''}</Row>
          <Row name="Severity">{this.#severity(shape)}</Row>
          <Row name="Message">
            <Words of={this.#all(shape, 'sh:message')} />
          </Row>
        </dl>
        {properties.length > 0 && (
          <Table of={shape.value} head={['property', 'count', 'type', 'severity', 'message']}>
            {properties.map((property) => (
              <tr>
                <th scope="row">
                  {separated(this.#all(property, 'sh:path').map((path) => this.#value(path)))}{' '}
                  <Words of={this.#all(property, 'sh:name')} />
                </th>
                <td class="count">{this.#count(property)}</td>
                <td>{separated(this.#constraints(property), '; ')}</td>
                <td>{this.#severity(property)}</td>
                <td>
                  <Words of={this.#all(property, 'sh:message')} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </article>
    );
  }

  /** SHACL, section 2.1.4: a shape without a severity has sh:Violation. */
  #severity(shape: Term): string {
    return localName(this.#all(shape, 'sh:severity')[0]?.value ?? 'Violation').toLowerCase();
  }

  /** How many values there may be: `1`, `0–1`, `1 or more`. */
  #count(shape: Term): string {
    const [least = '0'] = this.#all(shape, 'sh:minCount').map(({ value }) => value);
    const [most] = this.#all(shape, 'sh:maxCount').map(({ value }) => value);
    if (most === undefined) return least === '0' ? 'any' : `${least} or more`;
    return least === most ? least : `${least}–${most}`;
  }
}

/** Of a term its name, of a code or a shape its path: `Item`, `code/role/collector`, `shapes/Photograph`. */
const anchorOf = (iri: string, vocabularyBase: string): string =>
  iri
    .slice(vocabularyBase.length)
    .replace(/^ns#/, '')
    .replace(/\/\d+#/, '/');

const inLanguage = (terms: readonly Term[], language: string): Term[] =>
  terms.filter((term) => term.termType === 'Literal' && term.language === language);

function addTo<Value>(sets: Map<string, Set<Value>>, key: string, value: Value): void {
  const known = sets.get(key) ?? new Set();
  sets.set(key, known.add(value));
}

/** Parts with a separator between them. */
const separated = (parts: readonly Child[], separator = ', '): Child[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part]));

/** Texts, each in its language. */
const Words = ({ of }: { readonly of: readonly Term[] }) =>
  separated(
    of.map((term) => {
      const language = term.termType === 'Literal' ? term.language : '';
      return language === '' ? term.value : <span lang={language}>{term.value}</span>;
    }),
    ' ',
  );

const Definition = ({ of }: { readonly of: readonly Term[] }) =>
  of.map((term) => <p lang={term.termType === 'Literal' ? term.language : undefined}>{term.value}</p>);

/** A row of a list of statements; nothing where there is nothing to say. */
const Row = ({ name, children }: { readonly name: string; readonly children?: Child }) =>
  [children].flat().every((child) => child === '' || child === undefined) ? (
    ''
  ) : (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );

const Table = ({
  of,
  head,
  children,
}: {
  readonly of: string;
  readonly head: readonly string[];
  readonly children?: Child;
}) => (
  <section class="scroll" aria-label={`Table of ${of}`} tabindex={0}>
    <table>
      <thead>
        <tr>
          {head.map((cell) => (
            <th scope="col">{cell}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);

const STYLE = `.index{columns:14rem;list-style:none;padding:0;font-size:.93rem}
article{margin:1.2rem 0;padding:.2rem 1rem .6rem;background:var(--raised);border:1px solid var(--line);border-radius:.5rem}
article:target,tr:target,li:target{outline:3px solid #d29a35}
h3{margin:.6rem 0 .3rem}
h3 code{font-weight:400;color:var(--quiet)}
article p{margin:.25rem 0}
dl{display:grid;grid-template-columns:minmax(6rem,11rem) minmax(0,1fr);gap:.2rem 1rem;margin:.6rem 0;font-size:.93rem}
dt{color:var(--quiet)}
dd{margin:0;overflow-wrap:anywhere}
@media (max-width:34rem){dl{display:block}dd{margin:0 0 .4rem}}
td{min-width:6rem;overflow-wrap:break-word}
td.count{min-width:3rem;white-space:nowrap}
@media print{td,td.count,tbody th{min-width:0;overflow-wrap:anywhere;white-space:normal}}
`;
