import { readFileSync } from 'node:fs';

/** The folder of templates, from src/ and from dist/. */
const TEMPLATES = new URL('../../../templates/', import.meta.url);

/**
 * A file of `templates/` with values in place of `{{name}}`. An empty value also removes the blank line after it.
 *
 * @throws Error when a value is missing
 */
export function fillTemplate(file: string, values: Readonly<Record<string, string | number>>): string {
  const template = readFileSync(new URL(file, TEMPLATES), 'utf8');
  return template.replace(/\{\{(\w+)\}\}(\n\n)?/g, (_, name: string, gap = '') => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file} has no value for ${name}`);
    return value === '' ? '' : `${value}${gap}`;
  });
}
