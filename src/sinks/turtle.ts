import type { SinkLanguage } from './sink.js';
import type { TextFormat } from './text-format.js';
import { TurtleText } from './turtle-text.js';

/** Turtle: one record after another, what belongs to a record beneath it (RDF 1.1 Turtle). */
export const TURTLE: TextFormat = {
  head: (language) => turtleHeader(language),
  first: '',
  between: '',
  foot: '',
  recordText: (language) => {
    const text = new TurtleText(language);
    return ({ quads }) => `\n${text.record(quads)}`;
  },
};

/** The base and the prefixes: one header for all files, ready to be pasted into a query. */
export function turtleHeader({ base, prefixes }: Pick<SinkLanguage, 'base' | 'prefixes'>): string {
  const width = Math.max(...[...prefixes.keys()].map((prefix) => prefix.length));
  const lines = [...prefixes].map(([prefix, iri]) => `@prefix ${`${prefix}:`.padEnd(width + 1)} <${iri}> .`);
  return `@base <${base}> .\n${lines.join('\n')}\n`;
}
