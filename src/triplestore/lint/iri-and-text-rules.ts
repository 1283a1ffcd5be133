import { BAD_ESCAPE, unlawfulInIri } from '../../rdf/iri-syntax.js';
import { LINT_STORE_NAMES, type LintRule } from './rule.js';

/** Bytes of an IRI that Virtuoso 7.2.5 keeps whole; of a longer one it keeps this many but one, and says nothing. */
const LONGEST_IRI_IN_VIRTUOSO = 1880;

/** Most IRIs, and nothing to be found in them. */
const PLAIN = /^https?:\/\/[\w.-]+\/[\w./~-]*(?:#[\w./~-]*)?$/;
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** What stores make of IRIs and blank nodes. */
export const IRI_RULES: readonly LintRule[] = [
  /**
   * Of four files, one with a space in an IRI: Virtuoso's bulk loader loads everything and says nothing, Oxigraph drops
   * the file, tdb2.tdbloader loads nothing at all (all run). RFC 3987, section 2.2; RDF 1.1 Concepts, section 3.2.
   */
  {
    id: 'iri-unlawful',
    stores: LINT_STORE_NAMES,
    severity: 'chokes',
    what: 'An IRI is not absolute, or holds a character that must be percent-encoded: one store drops the file, another loads nothing, a third loads it as it is.',
    remedy: 'Percent-encode what may not stand in an IRI, and write IRIs out.',
    looking: {
      at: 'iri',
      finds: (iri) =>
        !PLAIN.test(iri) &&
        (!ABSOLUTE.test(iri) || !iri.isWellFormed() || unlawfulInIri(iri) || BAD_ESCAPE.test(iri)),
    },
  },
  /**
   * Virtuoso 7.2.5.1 keeps an IRI of 1,880 bytes whole; one of 1,881 or more it cuts to 1,879 without a word, so that
   * two become one (run). Older ones refuse with SR133 (timrdf/csv2rdf4lod-automation#345).
   */
  {
    id: 'iri-too-long',
    stores: ['virtuoso'],
    severity: 'chokes',
    what: 'An IRI has more than 1,880 bytes: Virtuoso cuts it without a word, or refuses the file (SR133).',
    remedy: 'Shorten the IRI, or leave the link out.',
    looking: { at: 'iri', finds: (iri) => isLongerThan(iri, LONGEST_IRI_IN_VIRTUOSO) },
  },
  /** RDF 1.1 Concepts, section 3.4: they have no name outside the file, and every store gives them its own. */
  {
    id: 'blank-node',
    stores: LINT_STORE_NAMES,
    severity: 'alters',
    what: 'A blank node gets another name in every store, and loading a file twice makes it two.',
    remedy: 'Give the node an IRI; what is loaded again or compared must be called the same.',
    looking: { at: 'blank node' },
  },
];

/** Whether a text takes more bytes in UTF-8, where a character takes at most three per unit. */
export const isLongerThan = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && Buffer.byteLength(text) > bytes;

/** A text of 65,500 bytes passes Virtuoso's reader of Turtle between two quotation marks, one of 65,530 does not. */
const LONGEST_TEXT_IN_VIRTUOSO = 65_500;
/** QLever's `MAX_INTERNAL_LITERAL_BYTES`. */
const LONGEST_IN_QLEVER = 1_000_000;

/** What XML 1.0 has no way to write (section 2.2), and the controls of the second half of Latin-1. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\uFFFE\uFFFF]/;
const ESCAPED = /["\\\n\r\t]/g;

/** BCP 47, section 2.1: language, script, region, variants, extensions, private use; or private use alone. */
const LANGUAGE_TAG = new RegExp(
  [
    '^(?:x(?:-[a-z0-9]{1,8})+|',
    '[a-z]{2,3}(?:-[a-z]{3}){0,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?',
    '(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?',
    ')$',
  ].join(''),
  'i',
);
const LANG_STRING = '#langString';

/** What stores make of texts and their languages. */
export const TEXT_RULES: readonly LintRule[] = [
  /** RDF 1.1 N-Triples, section 2; every store stops at what none of its readers can read, sooner or later. */
  {
    id: 'syntax',
    stores: LINT_STORE_NAMES,
    severity: 'chokes',
    what: 'The file cannot be read to its end: a store stops here, drops the file, or keeps what came before.',
    remedy: 'Write the file again; `folklore-ld validate` names the line, too.',
    looking: { at: 'file' },
  },
  /**
   * Virtuoso 7.2.5.1: a quoted text of 65,500 bytes as it is written passes the graph store and the bulk loader, one of
   * 65,530 is answered by 500 at the graph store; the bulk loader takes 2 MB (run).
   */
  {
    id: 'text-too-long-for-http',
    stores: ['virtuoso'],
    severity: 'chokes',
    what: 'A text has more than 65,500 bytes: Virtuoso refuses it over HTTP, with status 500.',
    remedy: 'Load it in bulk (bulk/virtuoso.sql), which takes it.',
    looking: {
      at: 'literal',
      finds: ({ value }) =>
        value.length * 4 > LONGEST_TEXT_IN_VIRTUOSO &&
        Buffer.byteLength(value) + (value.match(ESCAPED)?.length ?? 0) > LONGEST_TEXT_IN_VIRTUOSO,
    },
  },
  /** ad-freiburg/qlever#2864: with a literal of more than a megabyte the index is not built. */
  {
    id: 'text-too-long-for-index',
    stores: ['qlever'],
    severity: 'chokes',
    what: 'A text has more than a million bytes: QLever does not build its index.',
    remedy: 'Shorten the text, or cut it into pieces.',
    looking: { at: 'literal', finds: ({ value }) => isLongerThan(value, LONGEST_IN_QLEVER) },
  },
  /** RDF 1.1 Concepts, section 3.3: a text is of Unicode characters, and half a surrogate pair is none. */
  {
    id: 'half-character',
    stores: LINT_STORE_NAMES,
    severity: 'chokes',
    what: 'A text holds half a character (a lone surrogate), which no UTF-8 can hold.',
    remedy: 'Take it out, or write the whole character.',
    looking: { at: 'literal', finds: ({ value }) => !value.isWellFormed() },
  },
  /** XML 1.0, section 2.2: the results of a query asked for in XML cannot be read by anybody. */
  {
    id: 'control-character',
    stores: LINT_STORE_NAMES,
    severity: 'alters',
    what: 'A text holds a control character: answers in XML (SPARQL results, RDF/XML) lose it or cannot be read.',
    remedy: 'Take control characters out; line feed, carriage return and tab may stay.',
    looking: { at: 'literal', finds: ({ value }) => CONTROL.test(value) },
  },
  /** Oxigraph: 'parser error' for a subtag of nine letters (run); eclipse-rdf4j/rdf4j#450 and #1292. */
  {
    id: 'language-tag-unlawful',
    stores: ['oxigraph', 'graphdb', 'stardog'],
    severity: 'chokes',
    what: 'A language tag is none of BCP 47: stores refuse the file.',
    remedy:
      'Write the tag as BCP 47 has it: language, script, region, with hyphens, no part longer than eight letters.',
    looking: {
      at: 'literal',
      finds: ({ language }) => language !== '' && !LANGUAGE_TAG.test(language),
    },
  },
  /** `"x"@ga-Latg` comes back as `"x"@ga-latg` from Virtuoso 7.2.5.1 and Oxigraph 0.5, not from Jena 4.5 (run). */
  {
    id: 'language-tag-case',
    stores: ['virtuoso', 'oxigraph'],
    severity: 'alters',
    what: 'A language tag has capitals: Virtuoso and Oxigraph write it in small letters, and `lang(?x) = "ga-Latg"` finds nothing.',
    remedy: 'Write tags in small letters, and ask with langMatches().',
    looking: { at: 'language tag', finds: (tag) => tag !== tag.toLowerCase() },
  },
  /** dbpedia/extraction-framework#603, eclipse-rdf4j/rdf4j#2815: 'datatype rdf:langString requires a language tag'. */
  {
    id: 'language-missing',
    stores: ['graphdb'],
    severity: 'chokes',
    what: 'A text is of the datatype rdf:langString and has no language: GraphDB and RDF4J refuse the file.',
    remedy: 'Give the text its language, or leave the datatype out.',
    looking: {
      at: 'literal',
      finds: ({ datatype, language }) => language === '' && datatype.value.endsWith(LANG_STRING),
    },
  },
];
