import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { CHART_STYLE } from '../report-pages/charts.js';
import { CSS, type Page } from './page.js';

type Asset = { readonly mediaType: string } & ({ readonly file: string } | { readonly text: string });

const SCRIPT = 'text/javascript; charset=utf-8';

const ownAsset = (name: string, mediaType: string): Asset => ({
  file: fileURLToPath(new URL(`../../../src/features/browse/assets/${name}`, import.meta.url)),
  mediaType,
});
const packageAsset = (name: string, mediaType: string): Asset => ({
  file: createRequire(import.meta.url).resolve(name),
  mediaType,
});

/** The two typefaces: each in the letters of English, and in those that Irish and other languages need besides. */
const FONTS: readonly (readonly [name: string, asset: Asset])[] = ['literata', 'source-sans-3'].flatMap(
  (family) =>
    ['latin', 'latin-ext'].flatMap((letters) =>
      ['normal', 'italic'].map((style) => {
        const file = `@fontsource-variable/${family}/files/${family}-${letters}-wght-${style}.woff2`;
        return [`${family}-${letters}-${style}.woff2`, packageAsset(file, 'font/woff2')] as const;
      }),
    ),
);

/** What `fonts.css` names. */
export const FONT_FILES: readonly string[] = FONTS.map(([name]) => `assets/${name}`);

/** Files of the interface. */
const ASSETS: ReadonlyMap<string, Asset> = new Map<string, Asset>([
  ...FONTS,
  ['fonts.css', ownAsset('fonts.css', CSS)],
  ['browse.css', ownAsset('browse.css', CSS)],
  ['charts.css', { text: CHART_STYLE, mediaType: CSS }],
  ['narrow.js', ownAsset('narrow.js', SCRIPT)],
  ['reader.js', ownAsset('reader.js', SCRIPT)],
  ['release-pages.css', ownAsset('release-pages.css', CSS)],
  ['icon.svg', ownAsset('icon.svg', 'image/svg+xml')],
  ['ask.js', ownAsset('ask.js', SCRIPT)],
  ['ask.css', ownAsset('ask.css', CSS)],
  ['yasqe.js', packageAsset('@zazuko/yasqe/build/yasqe.min.js', SCRIPT)],
  ['yasqe.css', packageAsset('@zazuko/yasqe/build/yasqe.min.css', CSS)],
  ['map.js', ownAsset('map.js', SCRIPT)],
  ['map.css', ownAsset('map.css', CSS)],
  ['outline-of-ireland.json', ownAsset('outline-of-ireland.json', 'application/json')],
  ['pictures.js', ownAsset('pictures.js', SCRIPT)],
  ['pictures.css', ownAsset('pictures.css', CSS)],
  ['openseadragon.js', packageAsset('openseadragon/build/openseadragon/openseadragon.min.js', SCRIPT)],
  ['leaflet.js', packageAsset('leaflet/dist/leaflet.js', SCRIPT)],
  ['leaflet.css', packageAsset('leaflet/dist/leaflet.css', CSS)],
]);

/** The styles and scripts of the pages. */
export const assetFiles: Page = {
  path: '/assets/:name',
  answer: async (c) => {
    const asset = ASSETS.get(c.req.param('name') ?? '');
    if (asset === undefined) return c.notFound();
    return c.body('file' in asset ? await readFile(asset.file) : asset.text, 200, {
      'Content-Type': asset.mediaType,
      'Cache-Control': 'max-age=3600',
    });
  },
};
