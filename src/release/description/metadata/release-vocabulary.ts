import { FolkloreError } from '../../../base/errors.js';
import { CONTEXT_FILE, readContext } from '../../../model/rdf/context.js';
import { TurtleWriter, turtleHeader } from '../../../model/rdf/formats/turtle.js';
import { localName, namespaceOf } from '../../../model/rdf/iri-syntax.js';
import { dataPrefixes } from '../../../model/rdf/iris.js';
import { type Node, tidy } from '../../../model/rdf/node.js';
import { badTerms } from '../../../model/rdf/term-check.js';
import { makeToQuads } from '../../../model/rdf/to-quads.js';

/** contexts/release.jsonld of this package: the terms of descriptions. The path is the same from src/ and from dist/. */
export const RELEASE_CONTEXT = new URL('../../../../contexts/release.jsonld', import.meta.url);

/** The terms of descriptions. */
export type ReleaseVocabulary = ReturnType<typeof readReleaseVocabulary>;

/**
 * Reads the terms of descriptions.
 *
 * @throws FolkloreError CONTEXT_TERM
 */
export function readReleaseVocabulary(base: string, vocabularyBase: string) {
  const context = readContext(RELEASE_CONTEXT, vocabularyBase);
  const records = readContext(CONTEXT_FILE, vocabularyBase);
  const toQuads = makeToQuads(context);
  const prefixes = new Map([...records.prefixes, ...context.prefixes, ...dataPrefixes(base)]);
  const named = new Map([...prefixes].map(([prefix, namespace]) => [namespace, prefix]));
  const text = new TurtleWriter({ base, prefixes });
  const namespace = (prefix: string): string => prefixes.get(prefix) ?? '';
  return {
    prefixes,
    /** The statements of a node. */
    quads: (node: Node) => toQuads(tidy(node)),
    /** A document in Turtle with a comment on the first line. */
    turtle: (remark: string, nodes: readonly Node[]): string => {
      const blocks = nodes.map((node) => {
        const quads = toQuads(tidy(node));
        const [bad] = badTerms(quads);
        if (bad !== undefined) throw unlawful(bad.term, bad.reason);
        return text.record(quads);
      });
      return `# ${remark}\n${turtleHeader({ base, prefixes }, text.takeUsed())}\n${blocks.join('\n')}`;
    },
    /** The IRI of one of our classes or properties, by its local name. */
    ours: (name: string): string => namespace('lore') + name,
    /** The IRI of a media type: `text/turtle`. */
    media: (type: string): string => namespace('media') + type,
    /** A name for an IRI in fragments: `dcterms-title`; the whole IRI when its namespace has no prefix. */
    short: (iri: string): string => {
      const prefix = named.get(namespaceOf(iri));
      return prefix === undefined ? iri : `${prefix}-${localName(iri)}`;
    },
    namespace,
  };
}

/** Bad terms come from the configuration; all others have been checked with the records. */
const unlawful = (term: string, reason: string): FolkloreError =>
  new FolkloreError(
    'CONFIG_INVALID',
    `The release cannot be described: '${term}' is not lawful: ${reason}.`,
    {
      hint: 'It comes from the configuration: the bases, the publishers, the contact or the address of downloads.',
    },
  );
