import { BAD_ESCAPE, unlawfulInIri } from '../../rdf/iri-syntax.js';
import { LINT_STORE_NAMES, type LintRule } from './rule.js';

/** Bytes of an IRI that Virtuoso 7.2.5 keeps whole; of a longer one it keeps this many but one, and says nothing. */
const LONGEST_IN_VIRTUOSO = 1880;

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
    looking: { at: 'iri', finds: (iri) => isLonger(iri, LONGEST_IN_VIRTUOSO) },
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
export const isLonger = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && Buffer.byteLength(text) > bytes;
