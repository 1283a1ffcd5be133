import { z } from 'zod';
import { nearest } from '../../base/text.js';

type Issue = z.core.$ZodIssue;

/** Settings under which somebody may have written a key or a password itself, or an address with one in it. */
const NEVER_REPEATED: ReadonlySet<string> = new Set([
  'key',
  'url',
  ...['user', 'password', 'token', 'query', 'update', 'graphStore'],
]);

/** What has settings of its own: whatever stands in its place may have been meant for any of them. */
const SECTIONS: ReadonlySet<string> = new Set(['services', 'stores']);

/**
 * One line for each thing that is wrong: the path, what was expected, what is there, the nearest right name.
 * What may be secret is never repeated.
 */
export function explainIssues(schema: z.ZodType, issues: readonly Issue[], document: unknown): string[] {
  return issues.flatMap((issue) => explain(schema, issue, document));
}

function explain(schema: z.ZodType, issue: Issue, document: unknown): string[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const accepted = keysAt(schema, path);
    return issue.keys.map((key) => {
      const meant = nearest(key, accepted);
      const advice =
        meant === undefined ? `; accepted are ${accepted.join(', ')}` : `; did you mean "${meant}"?`;
      return `${[...path, key].join('.')}: unknown key${advice}`;
    });
  }
  const where = path.join('.') || 'the file';
  const found = valueAt(document, path);
  if (path.some((step) => NEVER_REPEATED.has(step))) return [`${where}: ${issue.message}`];
  if (found !== undefined && isSectionOfServers(issue, path)) return [`${where}: ${expectation(issue)}`];
  if (found === undefined) return [`${where}: is missing; ${expectation(issue)}`];
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    const meant = nearest(String(found), values);
    const advice = meant === undefined ? '' : `; did you mean "${meant}"?`;
    return [`${where}: expected ${oneOf(values)}, got ${JSON.stringify(found)}${advice}`];
  }
  return [`${where}: ${expectation(issue)}, got ${JSON.stringify(found)}`];
}

const isSectionOfServers = (issue: Issue, [first = '']: readonly string[]): boolean =>
  issue.code === 'invalid_type' && ['object', 'record'].includes(issue.expected) && SECTIONS.has(first);

function expectation(issue: Issue): string {
  if (issue.code === 'invalid_type') return `expected ${article(issue.expected)}`;
  if (issue.code === 'invalid_value') return `expected ${oneOf(issue.values.map(String))}`;
  return issue.message.replace(/^Too/, 'too');
}

const article = (type: string): string =>
  type === 'object' || type === 'record'
    ? 'a section with keys'
    : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

const oneOf = (values: readonly string[]): string =>
  values.length === 1 ? `${values[0]}` : `one of ${values.join(', ')}`;

function keysAt(schema: z.core.$ZodType, path: readonly string[]): string[] {
  const inner = unwrap(schema);
  if (!(inner instanceof z.ZodObject)) return [];
  const [step, ...rest] = path;
  if (step === undefined) return Object.keys(inner.shape);
  const next: z.core.$ZodType | undefined = inner.shape[step];
  return next === undefined ? [] : keysAt(next, rest);
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional) {
    return unwrap(schema.unwrap());
  }
  return schema;
}

function valueAt(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    document,
  );
}
