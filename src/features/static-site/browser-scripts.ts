import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { xmlNamespace } from '../../model/rdf/iris.js';
import { INFLECTION } from '../browse/index/inflection-table.js';
import { FUNCTION_WORDS, THESAURUS } from '../browse/index/search-tables.js';
import type { outlineOfCountry } from '../browse/map/map-of-ireland.js';

/*
 * The scripts of a site without a server. The rules of words and of circles on the map are the modules that the server uses, as
 * they are compiled: the browser looks for the same words, and draws the same circles.
 */

/** Modules that import nothing but each other, by their names in the folder of scripts. */
const MODULES: Readonly<Record<string, string>> = {
  'sought-words.js': 'index/sought-words.js',
  'search-query.js': 'index/search-query.js',
  'search-words.js': 'index/search-words.js',
  'surname-spellings.js': 'index/surname-spellings.js',
  'plain-letters.js': 'index/plain-letters.js',
  'inflection.js': 'index/inflection.js',
  'map-content.js': 'map/map-content.js',
  'map-clusters.js': 'map/map-clusters.js',
  'map-names.js': 'map/map-names.js',
  'map-view.js': 'map/map-view.js',
};

/** Scripts and the style of the site, written for browsers. */
const OWN: readonly string[] = ['static-search.js', 'static-map.js', 'static-files.js', 'static-site.css'];

/** All scripts and styles that a site has besides those of the server. */
export const SCRIPTS: readonly string[] = [
  ...OWN,
  ...Object.keys(MODULES),
  'inflection-table.js',
  'search-tables.js',
  'porter-stem.js',
];

const compiled = (file: string): URL => new URL(`../../../dist/features/browse/${file}`, import.meta.url);
const asset = (file: string): URL => new URL(`../../../src/features/browse/assets/${file}`, import.meta.url);

/** The outline of the country as a picture, in the colours of browse.css, light and dark. */
export const countryPicture = ({ path, viewBox }: ReturnType<typeof outlineOfCountry>): string =>
  `<svg xmlns="${xmlNamespace.svg}" viewBox="${viewBox}"><style>path{fill:#f3ecd9;stroke:#565f5f;stroke-linejoin:round}@media (prefers-color-scheme:dark){path{fill:#2c3029;stroke:#a7aeac}}</style><path d="${path}"/></svg>\n`;

/** The text of a script of the site. */
export async function scriptText(name: string): Promise<string> {
  if (name === 'inflection-table.js') return `export const INFLECTION = ${JSON.stringify(INFLECTION)};\n`;
  if (name === 'search-tables.js')
    return Object.entries({ FUNCTION_WORDS, THESAURUS })
      .map(([table, content]) => `export const ${table} = ${JSON.stringify(content)};\n`)
      .join('');
  if (name === 'porter-stem.js') {
    const file = createRequire(import.meta.url)
      .resolve('@orama/stemmers/english')
      .replace(/\.cjs$/, '.js');
    const text = await readFile(file, 'utf8');
    return `/*! @orama/stemmers, Apache-2.0 */\n${text}\nexport { stemmer as porterStem };\n`;
  }
  const module = MODULES[name];
  const text = await readFile(fileURLToPath(module === undefined ? asset(name) : compiled(module)), 'utf8');
  return text.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n');
}
