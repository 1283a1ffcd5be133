import { readdirSync, readFileSync } from 'node:fs';

/** What we use of one standard: `standards/*.txt`, written by hand from its documentation. */
export interface Standard {
  readonly file: string;
  /** Name and version. */
  readonly name: string;
  /** Where it is documented. */
  readonly documentation: string;
  readonly namespace: string;
  readonly terms: readonly string[];
}

const FOLDER = new URL('standards/', import.meta.url);

/** Two lines of comment (name and version, documentation), the namespace, then local names. */
export const standards: readonly Standard[] = readdirSync(FOLDER)
  .sort()
  .map((file) => {
    const [name = '', documentation = '', namespace = '', ...rest] = readFileSync(
      new URL(file, FOLDER),
      'utf8',
    )
      .trim()
      .split('\n');
    const uncommented = (line: string) => line.replace(/^# /, '');
    return {
      file,
      name: uncommented(name),
      documentation: uncommented(documentation),
      namespace,
      terms: rest.join(' ').split(/\s+/),
    };
  });

const listed = new Set(standards.flatMap(({ namespace, terms }) => terms.map((term) => namespace + term)));

/** Whether an IRI is one that a standard defines and that we have looked up there. */
export const isStandard = (iri: string): boolean => listed.has(iri);
