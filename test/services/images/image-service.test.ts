import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { injectFaults } from '../../../src/features/faults/fault-injection.js';
import { parseFault } from '../../../src/features/faults/fault-syntax.js';
import { makeSyntheticWorld } from '../../../src/features/generated-world/world.js';
import { servedImages } from '../../../src/services/images/image-service.js';
import { publicArchive } from '../../../src/services/server/archive/visibility.js';
import type { ArchiveRecords } from '../../../src/services/server/records.js';
import { type RunningServices, startServices } from '../../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD, type World } from '../../../src/services/server/world.js';

/** The pictures of invented worlds, by the IIIF Image API 3.0. */

interface Page {
  readonly id: number;
  readonly imageFileName?: string | undefined;
}

const pathOfPage = ({ id, imageFileName = '' }: Page): string =>
  `/images/page/${id}/${encodeURIComponent(imageFileName.replaceAll('\\', '/'))}`;

/** The paths of the pictures of all pages and digitized photographs with a file, of some records. */
const pathsOf = ({ cbe, cbes, cbeg }: ArchiveRecords): string[] => [
  ...[...cbe.values(), ...cbes.values()].flatMap(({ pages }) =>
    pages.filter(({ imageFileName }) => imageFileName !== undefined).map(pathOfPage),
  ),
  ...[...cbeg.values()]
    .filter(({ digitized }) => digitized === true)
    .map(({ id }) => `/images/photograph/${id}`),
];

/** Width and height of a JPEG: of its frame header (ITU-T T.81, B.2.2). */
function sizeOf(jpeg: Buffer): readonly [width: number, height: number] {
  expect(jpeg.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  expect(jpeg.subarray(-2).toString('hex')).toBe('ffd9');
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2))
    if (jpeg.readUInt16BE(at) === 0xffc0) return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
  throw new Error('there is no frame header');
}

describe('beside the services of the sample', () => {
  let world: World;
  let running: RunningServices;
  beforeAll(async () => {
    world = await loadWorld(SAMPLE_WORLD);
    running = await startServices({
      world,
      images: servedImages(world.archive),
      // Faults are about records.
      middleware: [
        () =>
          injectFaults({
            faults: [parseFault('nulls'), parseFault('status=503;path=/images')],
            seed: 0,
            now: () => 0,
          }),
      ],
    });
  });
  afterAll(() => running.close());

  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(running.archive + path, { redirect: 'manual', ...init });
  const jpegAt = async (path: string): Promise<Buffer> => {
    const response = await ask(path);
    expect([response.status, response.headers.get('content-type')], path).toEqual([200, 'image/jpeg']);
    return Buffer.from(await response.arrayBuffer());
  };
  const page = pathOfPage({ id: 602, imageFileName: 'CBES_0007/CBES_0007_002.jpg' });

  it('a page has a description: section 5, with the address that was asked as its id', async () => {
    const response = await ask(`${page}/info.json`);
    expect(response.headers.get('content-type')).toBe(
      'application/ld+json;profile="http://iiif.io/api/image/3/context.json"',
    );
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toMatchObject({
      '@context': 'http://iiif.io/api/image/3/context.json',
      id: running.archive + page,
      type: 'ImageService3',
      protocol: 'http://iiif.io/api/image',
      profile: 'level0',
      width: 900,
      height: 1200,
      sizes: [
        { width: 240, height: 320 },
        { width: 800, height: 1067 },
        { width: 900, height: 1200 },
      ],
    });
  });

  it('its address leads to the description: section 2.2', async () => {
    const response = await ask(page);
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `${running.archive}${page}/info.json`,
    ]);
  });

  it.each([
    ['full/max', 900, 1200],
    ['full/800,', 800, 1067],
    ['full/240,', 240, 320],
    ['full/240,320', 240, 320],
  ])('%s is as large as section 4 says', async (request, width, height) => {
    expect(sizeOf(await jpegAt(`${page}/${request}/0/default.jpg`))).toEqual([width, height]);
  });

  it.each([
    ['full/300,/0/default.jpg'],
    ['full/pct:50/0/default.jpg'],
    ['0,0,240,240/max/0/default.jpg'],
    ['square/max/0/default.jpg'],
    ['full/max/90/default.jpg'],
    ['full/max/0/default.png'],
  ])('%s is more than level 0 asks for: 501', async (request) => {
    expect((await ask(`${page}/${request}`)).status).toBe(501);
  });

  it('a photograph is a file, too, and the same picture each time', async () => {
    const file = await jpegAt('/images/photograph/1201.jpg');
    expect(sizeOf(file)).toEqual([1000, 720]);
    expect(file.equals(await jpegAt('/images/photograph/1201/full/max/0/default.jpg'))).toBe(true);
    const other = await loadWorld(SAMPLE_WORLD);
    const again = await servedImages(other.archive).fetch(
      new Request('http://127.0.0.1/images/photograph/1201.jpg'),
    );
    expect(file.equals(Buffer.from(await again.arrayBuffer()))).toBe(true);
    expect(file.equals(await jpegAt('/images/photograph/1202.jpg'))).toBe(false);
  });

  it('what a public key sees has a picture, and nothing else, whatever the key', async () => {
    const seen = new Set(pathsOf(publicArchive(world.archive)));
    const all = pathsOf(world.archive);
    // Sensitive: page 516, photograph 1214. Unpublished: volume 3103, photograph 1213.
    const hidden = all.filter((path) => !seen.has(path));
    expect(hidden.map((path) => Number(path.split('/')[3]))).toEqual([516, 541, 542, 543, 1213, 1214]);
    for (const path of all) {
      const headers = { 'X-Api-Key': running.keys.internal };
      const status = seen.has(path) ? 200 : 404;
      expect((await ask(`${path}/info.json`, { headers })).status, path).toBe(status);
    }
    for (const path of hidden) {
      const image = `${path}/full/max/0/default.jpg`;
      expect([(await ask(image)).status, (await ask(path)).status], path).toEqual([404, 404]);
    }
    expect((await ask('/images/photograph/1214.jpg')).status).toBe(404);
  });

  it.each([
    ['a photograph that is not digitized', '/images/photograph/1205.jpg'],
    ['another file of the page', pathOfPage({ id: 602, imageFileName: 'CBES_0007/CBES_0007_003.jpg' })],
    ['a page that is not there', pathOfPage({ id: 9999, imageFileName: 'x.jpg' })],
  ])('%s: 404', async (_, path) => {
    expect((await ask(path)).status).toBe(404);
  });
});

it('without pictures the service has nothing there', async () => {
  const running = await startServices({ world: await loadWorld(SAMPLE_WORLD) });
  const response = await fetch(`${running.archive}/images/photograph/1201.jpg`);
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  await running.close();
});

it('a generated world has pictures of what a public key sees, and of nothing else', async () => {
  const { archive } = makeSyntheticWorld({ scale: 0.002, seed: 1, dirt: 0.2 });
  const images = servedImages(archive);
  const statusOf = async (path: string) =>
    (await images.fetch(new Request(`http://127.0.0.1${path}/info.json`))).status;
  const seen = new Set(pathsOf(publicArchive(archive)));
  const all = pathsOf(archive);
  const hidden = all.filter((path) => !seen.has(path));
  expect([seen.size > 100, hidden.length > 10]).toEqual([true, true]);
  const every = (paths: readonly string[], most: number) =>
    paths.filter((_, at) => at % Math.ceil(paths.length / most) === 0);
  for (const path of every([...seen], 100)) expect(await statusOf(path), path).toBe(200);
  for (const path of every(hidden, 100)) expect(await statusOf(path), path).toBe(404);
});
