import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Schemas of other bodies, which the project has no copy of: in the folder that ANCHORS names, else beside the clone.
 * Tests that need one are skipped where it is not.
 */
const FOLDER = process.env.ANCHORS ?? fileURLToPath(new URL('../../../shared/anchors', import.meta.url));

/** The path of a schema; undefined where it is not. */
export const anchorPath = (name: string): string | undefined =>
  existsSync(`${FOLDER}/${name}`) ? `${FOLDER}/${name}` : undefined;

/** A schema as JSON. */
export const anchorJson = (name: string): unknown => JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8'));

/** Real stories and queries for the benchmark of the search: in the folder that SEARCH_BENCHMARK names, else beside the clone. */
export const searchBenchmark = (): string | undefined => {
  const folder =
    process.env.SEARCH_BENCHMARK ?? fileURLToPath(new URL('../../../shared/real/search', import.meta.url));
  return existsSync(`${folder}/queries-dev.json`) ? folder : undefined;
};
