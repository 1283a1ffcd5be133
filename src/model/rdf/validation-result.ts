import type { NamedNode, Quad, Quad_Object } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { NOT_IN_TEXT } from '../../base/text.js';
import { BAD_ESCAPE, DOT_SEGMENT, pathOf, unlawfulInIri } from './iri-syntax.js';
import { reportWords } from './iris.js';

const { namedNode, literal, quad } = DataFactory;

/** One result of a validation, in plain strings. */
interface ResultFacts {
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

/** Constraint components of our own, beyond SHACL. */
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
      const add = (word: string, object: Quad_Object): Quad[] => [quad(subject, namedNode(word), object)];
      const addIf = <T>(word: string, part: T | undefined, term: (part: T) => Quad_Object): Quad[] =>
        part === undefined ? [] : add(word, term(part));
      const { severity, focus, path, value, constraint, messageGA, source, field } = facts;
      const isOwn = OWN_COMPONENTS.has(constraint);
      return [
        ...add(rdfType, namedNode(sh('ValidationResult'))),
        ...add(sh('resultSeverity'), namedNode(sh(SEVERITIES[severity]))),
        // A result needs a focus node: that of a result without a node is the report.
        ...add(sh('focusNode'), focus === '' ? report : iriOr(focus)),
        ...addIf(sh('resultPath'), path !== undefined && isIri(path) ? path : undefined, namedNode),
        ...addIf(sh('value'), value, termOf),
        quad(subject, message, literal(escapeControlsInValue(facts.message), 'en')),
        ...addIf(message.value, messageGA, (text) => literal(escapeControlsInValue(text), 'ga')),
        ...add(
          sh('sourceConstraintComponent'),
          namedNode(isOwn ? component(constraint) : sh(`${constraint}ConstraintComponent`)),
        ),
        ...add(sh('sourceShape'), namedNode(isIri(facts.shape) ? facts.shape : shape(facts.shape))),
        ...addIf(own.source, source, plain),
        ...addIf(own.field, field, plain),
      ];
    },
    /** The report itself. */
    head(conforms: boolean): Quad[] {
      return [
        quad(report, namedNode(rdfType), namedNode(sh('ValidationReport'))),
        quad(report, namedNode(sh('conforms')), literal(String(conforms), namedNode(boolean))),
      ];
    },
    /** The link from the report to a result. */
    link: (number: number): Quad => quad(report, namedNode(sh('result')), namedNode(result(number))),
  };
}

/** Whether a text is a valid IRI. */
const isIri = (text: string): boolean =>
  /^[A-Za-z][A-Za-z0-9+.-]*:./.test(text) &&
  text.isWellFormed() &&
  !unlawfulInIri(text) &&
  !BAD_ESCAPE.test(text) &&
  !DOT_SEGMENT.test(pathOf(text));

/** An IRI, or a literal where it is not valid. */
const iriOr = (value: string): NamedNode | ReturnType<typeof literal> =>
  isIri(value) ? namedNode(value) : literal(escapeControlsInValue(value));

/** The form of language tags (RFC 5646). */
const LANGUAGE = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i;

function termOf(value: string): Quad_Object {
  const written = parseWrittenLiteral(value);
  if (written === undefined) return iriOr(value);
  const { language, datatype } = written;
  const text = escapeControlsInValue(written.text);
  if (language !== undefined)
    return LANGUAGE.test(language) ? literal(text, language.toLowerCase()) : literal(text);
  // A literal of a language datatype without a language is not valid.
  const isTyped = datatype !== undefined && isIri(datatype) && !/#(?:dir)?langString$/i.test(datatype);
  return isTyped ? literal(text, namedNode(datatype)) : literal(text);
}

/** A literal of a finding, parsed from its N-Triples form. */
interface WrittenLiteral {
  readonly text: string;
  readonly language?: string;
  readonly datatype?: string;
}

/** A language tag or a datatype after the closing quote. */
const TAIL = /^(?:@([^@"\s]+)|\^\^<([^<>"]*)>)?$/;

/** Parses the value of a finding; undefined when it is no literal. */
export function parseWrittenLiteral(value: string): WrittenLiteral | undefined {
  if (!value.startsWith('"')) return undefined;
  const end = value.lastIndexOf('"') + 1;
  const tail = TAIL.exec(value.slice(end));
  const text = tail === null ? undefined : parsed(value.slice(0, end));
  if (text === undefined) return undefined;
  const [, language, datatype] = tail ?? [];
  return {
    text,
    ...(language === undefined ? {} : { language }),
    ...(datatype === undefined ? {} : { datatype }),
  };
}

/** A quoted text; its escapes are those of JSON. */
function parsed(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}

const CONTROLS = new RegExp(NOT_IN_TEXT, 'g');

/** Escapes characters that no text must have, such as control characters, and replaces lone surrogates. */
export const escapeControlsInValue = (text: string): string =>
  text.toWellFormed().replace(CONTROLS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
