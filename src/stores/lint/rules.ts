import { DATE_RULES } from './date-rules.js';
import { GEOMETRY_RULES } from './geometry-rules.js';
import { IRI_RULES } from './iri-rules.js';
import { NUMBER_RULES } from './number-rules.js';
import type { LintRule } from './rule.js';
import { TEXT_RULES } from './text-rules.js';

/**
 * Everything that is known of what stores choke on or alter: one row a fact, with where it is known from. `run` is what
 * was loaded into the store and asked for again. A new fact is a row.
 */
export const LINT_RULES: readonly LintRule[] = [
  ...TEXT_RULES,
  ...IRI_RULES,
  ...NUMBER_RULES,
  ...DATE_RULES,
  ...GEOMETRY_RULES,
];
