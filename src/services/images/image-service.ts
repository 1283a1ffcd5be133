import { readFile } from 'node:fs/promises';
import { type Context, Hono } from 'hono';
import { IIIF_IMAGE } from '../../model/rdf/iris.js';
import type { Page } from '../../model/schema/archive/volume.js';
import { publicArchive } from '../server/archive/visibility.js';
import { candidates } from '../server/archive/volumes.js';
import type { ArchiveRecords, VolumeMap } from '../server/records.js';
import { SAMPLE_WORLD } from '../server/world.js';

/** The path of all pictures. No path of the two services begins with it. */
const IMAGES_PATH = '/images';

/** Seconds for which a picture may be kept. */
const MAX_AGE = 3600;

/** What a picture is of. */
interface Pictured {
  readonly kind: keyof typeof PICTURES;
  readonly id: number;
}

/** The pictures of each kind: their number, and the sizes of their files, the whole picture last. */
const PICTURES = {
  page: {
    count: 2,
    sizes: [
      { width: 240, height: 320 },
      { width: 800, height: 1067 },
      { width: 900, height: 1200 },
    ],
  },
  photograph: {
    count: 3,
    sizes: [
      { width: 240, height: 173 },
      { width: 800, height: 576 },
      { width: 1000, height: 720 },
    ],
  },
} as const;

/** A refusal of the IIIF Image API 3.0, section 7. */
class Refusal extends Error {
  readonly status: 404 | 501;

  constructor(status: 404 | 501, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Invented pictures of the pages and photographs of a world, as an image service (IIIF Image API 3.0, level 0) at
 * {@link IMAGES_PATH}; photographs also as files. Records of any invented world have one of the few pictures of the sample. What
 * a public key does not see has no picture, nor has a photograph that is not digitized.
 *
 * - `/images/page/{pageID}/{fileName}/…`: the file name is one segment, with its slashes encoded
 * - `/images/photograph/{photographID}/…` and `/images/photograph/{photographID}.jpg`
 */
function imageService(archive: ArchiveRecords): Hono {
  const records = publicArchive(archive);
  const app = new Hono().basePath(IMAGES_PATH);
  const answer = (path: string, pictured: (c: Context) => Pictured): void => {
    // IIIF Image API 3.0, section 2.2: the address of a service leads to its description.
    app.get(path, (c) => {
      pictured(c);
      const { origin, pathname } = new URL(c.req.url);
      return c.redirect(`${origin}${pathname}/info.json`, 303);
    });
    app.get(`${path}/info.json`, (c) => {
      const { origin, pathname } = new URL(c.req.url);
      return c.body(
        JSON.stringify(infoOf(origin + pathname.slice(0, -'/info.json'.length), pictured(c))),
        200,
        {
          'Content-Type': `application/ld+json;profile="${IIIF_IMAGE.context}"`,
        },
      );
    });
    app.get(`${path}/:region/:size/:rotation/:file`, (c) => {
      const { region, size, rotation, file } = c.req.param() as Readonly<Record<string, string>>;
      if (rotation !== '0' || !/^(default|gray)\.jpg$/.test(file ?? ''))
        throw new Refusal(501, 'Pictures are not turned, and are grey JPEG: 0/default.jpg.');
      const found = pictured(c);
      return jpeg(c, found, widthOf(found, region ?? '', size ?? ''));
    });
  };
  app.use(async (c, next) => {
    await next();
    c.res.headers.set('Access-Control-Allow-Origin', '*');
    if (c.res.ok) c.res.headers.set('Cache-Control', `max-age=${MAX_AGE}`);
  });
  app.get('/photograph/:file{[0-9]+\\.jpg}', (c) =>
    jpeg(c, photographIn(records, Number.parseInt(c.req.param('file'), 10)), 'max'),
  );
  answer('/photograph/:id{[0-9]+}', (c) => photographIn(records, Number(c.req.param('id'))));
  answer('/page/:id{[0-9]+}/:fileName', (c) =>
    pageIn(records, Number(c.req.param('id')), c.req.param('fileName') ?? ''),
  );
  app.notFound((c) => c.text('There is no such picture.\n', 404));
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.text(`${error.message}\n`, error.status);
    throw error;
  });
  return app;
}

/** The same as a function, to be served beside other things. */
export function servedImages(archive: ArchiveRecords): {
  readonly path: string;
  fetch(request: Request): Response | Promise<Response>;
} {
  const service = imageService(archive);
  return { path: IMAGES_PATH, fetch: (request) => service.fetch(request) };
}

/** Answers with the file of a picture: the same one for the same record. */
async function jpeg(c: Context, { kind, id }: Pictured, width: number | 'max'): Promise<Response> {
  const { count, sizes } = PICTURES[kind];
  const name = `${kind}-${id % count}-${width === 'max' ? sizes[2].width : width}.jpg`;
  const file = await readFile(new URL(`pictures/${name}`, SAMPLE_WORLD));
  return c.body(new Uint8Array(file), 200, { 'Content-Type': 'image/jpeg' });
}

/**
 * The width of the file that a request names (IIIF Image API 3.0, sections 4.1 and 4.2).
 *
 * @throws Refusal 501 for a part of a picture, and for a size that no file has
 */
function widthOf({ kind }: Pictured, region: string, size: string): number | 'max' {
  const { sizes } = PICTURES[kind];
  const named = sizes.find(({ width, height }) => [`${width},`, `${width},${height}`].includes(size));
  if (region === 'full' && size === 'max') return 'max';
  if (region === 'full' && named !== undefined) return named.width;
  const widths = sizes.map(({ width }) => `full/${width},`).join(', ');
  throw new Refusal(501, `Pictures are whole, of the sizes in info.json: full/max, ${widths}.`);
}

/** A digitized photograph that everybody may see. */
function photographIn({ cbeg }: ArchiveRecords, id: number): Pictured {
  if (cbeg.get(id)?.digitized !== true) throw new Refusal(404, 'There is no such picture.');
  return { kind: 'photograph', id };
}

/** A page that everybody may see. The file name tells the collections apart, which use the same ids. */
function pageIn({ cbe, cbes }: ArchiveRecords, id: number, fileName: string): Pictured {
  const collections: readonly VolumeMap<{ readonly pages: readonly Page[] }>[] = [cbe, cbes];
  for (const volumes of collections)
    for (const { pages } of candidates(volumes, { PageID: id }))
      if (pages.some((page) => page.id === id && page.imageFileName?.replaceAll('\\', '/') === fileName))
        return { kind: 'page', id };
  throw new Refusal(404, 'There is no such picture.');
}

/** The description of an image (IIIF Image API 3.0, section 5). */
function infoOf(id: string, { kind }: Pictured) {
  const { sizes } = PICTURES[kind];
  const { width, height } = sizes[2];
  return {
    '@context': IIIF_IMAGE.context,
    id,
    type: 'ImageService3',
    protocol: IIIF_IMAGE.protocol,
    profile: 'level0',
    width,
    height,
    sizes,
    extraQualities: ['gray'],
    extraFeatures: ['baseUriRedirect', 'cors', 'jsonldMediaType'],
  };
}
