import { readdirSync, readFileSync } from 'node:fs';

/**
 * What we use of standards: `standards/*.txt`, written by hand from their documentation. Each has two lines of comment (name
 * and version, documentation), the namespace, then local names.
 */
const FOLDER = new URL('standards/', import.meta.url);

const listed = new Set(
  readdirSync(FOLDER).flatMap((file) => {
    const [, , namespace = '', ...names] = readFileSync(new URL(file, FOLDER), 'utf8').trim().split('\n');
    return names
      .join(' ')
      .split(/\s+/)
      .map((name) => namespace + name);
  }),
);

/** Whether an IRI is one that a standard defines and that we have looked up there. */
export const isStandard = (iri: string): boolean => listed.has(iri);
