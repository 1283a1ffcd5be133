import { readFile } from 'node:fs/promises';
import { pathBelow } from '../../base/file-bytes.js';
import { readContext } from '../../model/rdf/context.js';
import { compactIri, namespaceOf } from '../../model/rdf/iri-syntax.js';
import { dataPrefixes } from '../../model/rdf/iris.js';
import { parseTurtle } from '../../model/rdf/parse.js';
import type { ReleaseManifest } from '../../release/description/manifest.js';

/** The words that queries of a release can use. */
export interface ReleaseVocabulary {
  /** The terms of the release's own namespaces, with their English labels. */
  readonly labels: ReadonlyMap<string, string>;
  /** The namespaces whose terms are all known. */
  readonly namespaces: ReadonlySet<string>;
  /** The prefixes of vocabularies, code lists and kinds of records, with their namespaces. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Terms of other vocabularies that the data use. They are suggested, and no other ones are missed. */
  readonly borrowed: readonly string[];
}

/** The files of a release that define its terms. */
const FILES = ['ontology.ttl', 'codes.ttl'] as const;
const LABEL = /[#/](?:label|prefLabel)$/;

/** Reads the terms and codes that a release defines; none of files that it lacks. */
export async function readReleaseVocabulary(
  release: string,
  { base, vocabularyBase, others }: Pick<ReleaseManifest, 'base' | 'vocabularyBase' | 'others'>,
): Promise<ReleaseVocabulary> {
  const labels = new Map<string, string>();
  for (const name of FILES) {
    if (!others.some(({ path }) => path === name)) continue;
    for (const { subject, predicate, object } of parseTurtle(
      await readFile(await pathBelow(release, name), 'utf8'),
      name,
    )) {
      if (!subject.value.startsWith(vocabularyBase)) continue;
      const isLabel =
        LABEL.test(predicate.value) && object.termType === 'Literal' && object.language === 'en';
      if (isLabel || !labels.has(subject.value)) labels.set(subject.value, isLabel ? object.value : '');
    }
  }
  const context = readContext(undefined, vocabularyBase);
  const namespaces = new Set([...labels.keys()].map(namespaceOf));
  // The ontology itself: what else lies beside it is not in these files.
  namespaces.delete(vocabularyBase);
  return {
    labels,
    namespaces,
    prefixes: new Map([...context.prefixes, ...dataPrefixes(base)]),
    borrowed: [...new Set([...context.terms.values()].map(({ iri }) => iri))].filter(
      (iri) => !iri.startsWith(vocabularyBase),
    ),
  };
}

/** An IRI as a prefixed name of the release; in angle brackets where no prefix fits. */
export const prefixedName = (iri: string, prefixes: ReadonlyMap<string, string>): string =>
  compactIri(iri, prefixes) ?? `<${iri}>`;
