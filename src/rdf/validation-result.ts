import type { NamedNode, Quad, Quad_Object } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { BAD_ESCAPE, DOT_SEGMENT, pathOf, unlawfulInIri } from './iri-syntax.js';
import { reportWords } from './iris.js';
import { escapeControlsInValue, parseWrittenLiteral } from './written-value.js';

const { namedNode, literal, quad } = DataFactory;

/** One result of a validation, in plain strings. */
export interface ResultFacts {
  readonly severity: 'violation' | 'warning' | 'info';
  /** IRI of the node; empty when the result is about the whole. */
  readonly focus: string;
  readonly path?: string;
  /** An IRI as it is, a literal as N-Triples writes it. */
  readonly value?: string;
  /** Local name of the component, without its ending. */
  readonly constraint: string;
  /** IRI of a shape, or the name of one of ours. */
  readonly shape: string;
  readonly message: string;
  readonly messageGA?: string;
  /** Where in the source the record came from. */
  readonly source?: string;
  /** The field of the source. */
  readonly field?: string;
}

/** Components that are ours: what we check beyond the recommendation. */
const OWN_COMPONENTS: ReadonlySet<string> = new Set(['Reference', 'Term', 'Mapping', 'Coverage', 'Reading']);
const SEVERITIES = { violation: 'Violation', warning: 'Warning', info: 'Info' } as const;

/** The quads of a validation report and its results (SHACL, section 3.6), every node with an IRI. */
export function reportQuads(base: string, vocabularyBase: string) {
  const { sh, rdfType, boolean, whole, result, component, shape, ...own } = reportWords(base, vocabularyBase);
  const report = namedNode(whole);
  const message = namedNode(sh('resultMessage'));
  const plain = (text: string) => literal(escapeControlsInValue(text));
  return {
    prefixes: own.prefixes,
    /** One result, by its number. */
    result(number: number, facts: ResultFacts): Quad[] {
      const subject = namedNode(result(number));
      const say = (word: string, object: Quad_Object): Quad[] => [quad(subject, namedNode(word), object)];
      const sayOf = <T>(word: string, part: T | undefined, term: (part: T) => Quad_Object): Quad[] =>
        part === undefined ? [] : say(word, term(part));
      const { severity, focus, path, value, constraint, messageGA, source, field } = facts;
      const isOwn = OWN_COMPONENTS.has(constraint);
      return [
        ...say(rdfType, namedNode(sh('ValidationResult'))),
        ...say(sh('resultSeverity'), namedNode(sh(SEVERITIES[severity]))),
        // Each result has one; what is about no node is about the whole.
        ...say(sh('focusNode'), focus === '' ? report : iriOr(focus)),
        ...sayOf(sh('resultPath'), path !== undefined && isIri(path) ? path : undefined, namedNode),
        ...sayOf(sh('value'), value, termOf),
        quad(subject, message, literal(escapeControlsInValue(facts.message), 'en')),
        ...sayOf(message.value, messageGA, (text) => literal(escapeControlsInValue(text), 'ga')),
        ...say(
          sh('sourceConstraintComponent'),
          namedNode(isOwn ? component(constraint) : sh(`${constraint}ConstraintComponent`)),
        ),
        ...say(sh('sourceShape'), namedNode(isIri(facts.shape) ? facts.shape : shape(facts.shape))),
        ...sayOf(own.source, source, plain),
        ...sayOf(own.field, field, plain),
      ];
    },
    /** The report itself. */
    head(conforms: boolean): Quad[] {
      return [
        quad(report, namedNode(rdfType), namedNode(sh('ValidationReport'))),
        quad(report, namedNode(sh('conforms')), literal(String(conforms), namedNode(boolean))),
      ];
    },
    /** That a result is one of the report. */
    link: (number: number): Quad => quad(report, namedNode(sh('result')), namedNode(result(number))),
  };
}

/** Whether every reader takes it for the same IRI. */
const isIri = (text: string): boolean =>
  /^[A-Za-z][A-Za-z0-9+.-]*:./.test(text) &&
  text.isWellFormed() &&
  !unlawfulInIri(text) &&
  !BAD_ESCAPE.test(text) &&
  !DOT_SEGMENT.test(pathOf(text));

/** An IRI, or the text of what should have been one. */
const iriOr = (value: string): NamedNode | ReturnType<typeof literal> =>
  isIri(value) ? namedNode(value) : literal(escapeControlsInValue(value));

/** RFC 5646 in outline: what every reader of RDF takes for a language tag. */
const LANGUAGE = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i;

function termOf(value: string): Quad_Object {
  const written = parseWrittenLiteral(value);
  if (written === undefined) return iriOr(value);
  const { language, datatype } = written;
  const text = escapeControlsInValue(written.text);
  if (language !== undefined)
    return LANGUAGE.test(language) ? literal(text, language.toLowerCase()) : literal(text);
  // A text with a language that has none is no lawful literal.
  const isTyped = datatype !== undefined && isIri(datatype) && !/#(?:dir)?langString$/i.test(datatype);
  return isTyped ? literal(text, namedNode(datatype)) : literal(text);
}
