import { expect, it } from 'vitest';
import type { Node } from '../../../src/model/rdf/node.js';
import { derive, textOf } from '../../release/tables/derive.js';
import { at, ITEM, LOCATION, MERGED, PERSON, PHOTOGRAPH, PLACE } from '../../release/tables/nodes.js';
import { ROWS } from './rows.js';

const isMap = ({ file }: { readonly file: string }): boolean => /\.(geojson|lpf\.json)$/.test(file);

it('the maps are the last files, each with its media type, its publication and its rows', async () => {
  const { files } = await derive([ITEM, PLACE, MERGED], ROWS);
  const maps = files.filter(isMap);
  expect(maps.map(({ file, mediaType, publication, rows }) => [file, mediaType, publication, rows])).toEqual([
    ['works.geojson', 'application/geo+json', 'folklore', 0],
    ['places.geojson', 'application/geo+json', 'placenames', 1],
    ['places.lpf.json', 'application/geo+json', 'placenames', 1],
  ]);
  expect(files.slice(-maps.length)).toEqual(maps);
});

it('the two publications are kept apart: nothing of one is in a map of the other', async () => {
  const marked = (node: Node, words: string): Node => ({ ...node, name: { ga: [words], '@none': [words] } });
  const { files, bytes } = await derive(
    [
      ...[ITEM, PERSON, PHOTOGRAPH, LOCATION].map((node) => marked(node, 'archive only')),
      marked(PLACE, 'place-names only'),
    ],
    ROWS,
  );
  const texts = files.filter(isMap).map(({ file, publication }) => {
    const text = bytes.get(file)?.toString('utf8') ?? '';
    const [own, foreign] = ['archive only', 'place-names only'].map((words) => text.includes(words));
    return publication === 'folklore' ? { file, own, foreign } : { file, own: foreign, foreign: own };
  });
  expect(texts).toEqual(
    ['works.geojson', 'places.geojson', 'places.lpf.json'].map((file) => ({
      file,
      own: true,
      foreign: false,
    })),
  );
});

it.each(['places.geojson', 'places.lpf.json'])('no code steers a terminal out of %s', async (file) => {
  const odd = { ...PLACE, category: [at('category/X%1B%5B2J%C2%9B31m')] };
  expect((await textOf(file, [odd], ROWS)).replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});
