import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHART_STYLE } from '../report-pages/charts.js';
import { CSS, type Page } from './page.js';
import { LINKED_FILE, SHARED_FILE } from './page-files.js';

/** A file of the interface: of this program, of a package, or a text. */
type Asset = ({ readonly file: string } | { readonly text: string }) & {
  /** Whether styles or scripts name the file. */
  readonly isNamedInFile?: boolean;
};

/** Media types by the ends of names. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': CSS,
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** @param feature whose folder `assets` has the file */
export const ownAsset = (name: string, feature = 'browse'): Asset => ({
  file: fileURLToPath(new URL(`../../../src/features/${feature}/assets/${name}`, import.meta.url)),
});
export const packageAsset = (name: string): Asset => ({ file: createRequire(import.meta.url).resolve(name) });

/** The typefaces by their packages: Literata for texts and headings, Source Sans for everything else. */
const TYPEFACES = { literata: 'Literata', 'source-sans-3': 'Source Sans 3' } as const;
/** The characters of each file of a typeface: those of English, and those that Irish, old and new, and other languages need besides. */
const CHARACTERS = {
  'latin-ext':
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, ' +
    'U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, ' +
    'U+A720-A7FF',
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, ' +
    'U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
} as const;

/** A file of a typeface, and the rule of CSS that names the file. */
interface FontFile {
  readonly name: string;
  readonly asset: Asset;
  readonly rule: string;
}

const FONTS: readonly FontFile[] = Object.entries(TYPEFACES).flatMap(([pack, family]) =>
  ['normal', 'italic'].flatMap((style) =>
    Object.entries(CHARACTERS).map(([letters, range]) => {
      const name = `${pack}-${letters}-${style}.woff2`;
      const file = `@fontsource-variable/${pack}/files/${pack}-${letters}-wght-${style}.woff2`;
      return { name, asset: packageAsset(file), rule: fontFace(family, style, name, range) };
    }),
  ),
);

/** A rule for a file of a typeface (CSS Fonts 4, section 4). */
function fontFace(family: string, style: string, name: string, range: string): string {
  return [
    '@font-face {',
    `  font-family: "${family}";`,
    `  font-style: ${style};`,
    '  font-weight: 200 900;',
    '  font-display: swap;',
    `  src: url("${name}") format("woff2");`,
    `  unicode-range: ${range};`,
    '}',
    '',
  ].join('\n');
}

/** Files of the interface. */
const ASSETS: ReadonlyMap<string, Asset> = new Map<string, Asset>([
  ...FONTS.map(({ name, asset }) => [name, { ...asset, isNamedInFile: true }] as const),
  ['fonts.css', { text: FONTS.map(({ rule }) => rule).join('') }],
  ['browse.css', ownAsset('browse.css')],
  ['charts.css', { text: CHART_STYLE }],
  ['narrow.js', ownAsset('narrow.js')],
  ['reader.js', ownAsset('reader.js')],
  ['suggest.js', ownAsset('suggest.js')],
  ['release-pages.css', ownAsset('release-pages.css')],
  ['icon.svg', ownAsset('icon.svg')],
  ['map.js', ownAsset('map.js')],
  ['map.css', ownAsset('map.css')],
  ['outline-of-ireland.json', { ...ownAsset('outline-of-ireland.json'), isNamedInFile: true }],
  ['pictures.js', ownAsset('pictures.js')],
  ['pictures.css', ownAsset('pictures.css')],
  ['openseadragon.js', packageAsset('openseadragon/build/openseadragon/openseadragon.min.js')],
  ['leaflet.js', packageAsset('leaflet/dist/leaflet.js')],
  ['leaflet.css', packageAsset('leaflet/dist/leaflet.css')],
]);

/** Some styles and scripts, by their names. */
export const assetPages = (assets: ReadonlyMap<string, Asset>): readonly Page[] =>
  [...assets].map(([name, asset]) => ({
    path: `/assets/${name}`,
    files: asset.isNamedInFile === true ? SHARED_FILE : LINKED_FILE,
    answer: async (c) =>
      c.body('file' in asset ? await readFile(asset.file) : asset.text, 200, {
        'Content-Type': MEDIA_TYPES[extname(name)] ?? '',
        'Cache-Control': 'max-age=3600',
      }),
  }));

/** The styles and scripts of the pages of `browse`. */
export const assetFiles: readonly Page[] = assetPages(ASSETS);
