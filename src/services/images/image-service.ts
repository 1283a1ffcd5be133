import { type Context, Hono } from 'hono';
import { encode } from 'jpeg-js';
import { IIIF_IMAGE } from '../../model/rdf/iris.js';
import type { Page } from '../../model/schema/archive/volume.js';
import { publicArchive } from '../server/archive/visibility.js';
import { candidates } from '../server/archive/volumes.js';
import type { ArchiveRecords, VolumeMap } from '../server/records.js';
import { cutAndScaled, draw, type GreyPicture, type Pictured, SIZES } from './drawing.js';

/** The path of all pictures. No path of the two services begins with it. */
const IMAGES_PATH = '/images';

/** Seconds for which a picture may be kept. */
const MAX_AGE = 3600;
/** Whole pictures that are kept: about a mebibyte each. */
const KEPT = 8;
/** Pixels of a tile in each direction, and by what its levels are smaller. */
const TILE = 512;
const SCALE_FACTORS = [1, 2, 4] as const;

/** A refusal of the IIIF Image API 3.0, section 7. */
class Refusal extends Error {
  readonly status: 400 | 404 | 501;

  constructor(status: 400 | 404 | 501, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Invented pictures of the pages and photographs of a world, as an image service (IIIF Image API 3.0, level 1) at
 * {@link IMAGES_PATH}; photographs also as files. What a public key does not see has no picture, nor has a photograph that is
 * not digitized.
 *
 * - `/images/page/{pageID}/{fileName}/…`: the file name is one segment, with its slashes encoded
 * - `/images/photograph/{photographID}/…` and `/images/photograph/{photographID}.jpg`
 */
function imageService(archive: ArchiveRecords): Hono {
  const records = publicArchive(archive);
  const pictures = new Pictures();
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
      return jpeg(c, pictures.part(pictured(c), region ?? '', size ?? ''));
    });
  };
  app.use(async (c, next) => {
    await next();
    c.res.headers.set('Access-Control-Allow-Origin', '*');
    if (c.res.ok) c.res.headers.set('Cache-Control', `max-age=${MAX_AGE}`);
  });
  app.get('/photograph/:file{[0-9]+\\.jpg}', (c) =>
    jpeg(c, pictures.whole(photographIn(records, Number.parseInt(c.req.param('file'), 10)))),
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

/** Of 100. Three quarters of the usual steps (ITU-T T.81, table K.1): letters keep their edges. */
const QUALITY = 62;

function jpeg(c: Context, { width, height, pixels }: GreyPicture): Response {
  // The encoder reads four bytes for each pixel: red, green, blue, and one that makes no difference.
  const data = new Uint8Array(Uint32Array.from(pixels).map((shade) => shade * 0x01010101).buffer);
  const file = encode({ width, height, data }, QUALITY).data;
  return c.body(new Uint8Array(file), 200, { 'Content-Type': 'image/jpeg' });
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
  const { width, height } = SIZES[kind];
  return {
    '@context': IIIF_IMAGE.context,
    id,
    type: 'ImageService3',
    protocol: IIIF_IMAGE.protocol,
    profile: 'level1',
    width,
    height,
    sizes: SCALE_FACTORS.toReversed().map((factor) => ({
      width: Math.ceil(width / factor),
      height: Math.ceil(height / factor),
    })),
    tiles: [{ width: TILE, height: TILE, scaleFactors: SCALE_FACTORS }],
    extraQualities: ['gray'],
  };
}

/** Draws pictures, and keeps those that were used last: a viewer asks for many parts of one. */
class Pictures {
  readonly #kept = new Map<string, GreyPicture>();

  whole(pictured: Pictured): GreyPicture {
    const key = `${pictured.kind} ${pictured.id}`;
    const picture = this.#kept.get(key) ?? draw(pictured);
    // Entries are in the order of their last use.
    this.#kept.delete(key);
    this.#kept.set(key, picture);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return picture;
  }

  /**
   * A part of a picture (IIIF Image API 3.0, sections 4.1 and 4.2).
   *
   * @throws Refusal 400 for a region outside of the picture, and a size that is none or larger than the region
   */
  part(pictured: Pictured, region: string, size: string): GreyPicture {
    const cut = regionOf(region, SIZES[pictured.kind]);
    const scaled = sizeOf(size, cut);
    const whole = this.whole(pictured);
    const isWhole = scaled.width === whole.width && scaled.height === whole.height;
    return isWhole ? whole : cutAndScaled(whole, cut, scaled);
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function regionOf(
  region: string,
  { width, height }: Size,
): Size & { readonly x: number; readonly y: number } {
  if (region === 'full') return { x: 0, y: 0, width, height };
  if (region === 'square') {
    const side = Math.min(width, height);
    return {
      x: Math.floor((width - side) / 2),
      y: Math.floor((height - side) / 2),
      width: side,
      height: side,
    };
  }
  const [, x = 0, y = 0, w = 0, h = 0] = (/^(\d{1,6}),(\d{1,6}),(\d{1,6}),(\d{1,6})$/.exec(region) ?? []).map(
    Number,
  );
  if (w === 0 || h === 0 || x >= width || y >= height)
    throw new Refusal(400, 'Give full, square, or x,y,w,h within the picture as the region.');
  return { x, y, width: Math.min(w, width - x), height: Math.min(h, height - y) };
}

function sizeOf(size: string, { width, height }: Size): Size {
  if (size === 'max') return { width, height };
  const [, w = '', h = ''] = /^(\d{0,6}),(\d{0,6})$/.exec(size) ?? [];
  const wanted = {
    width: w === '' ? Math.round((Number(h) * width) / height) : Number(w),
    height: h === '' ? Math.round((Number(w) * height) / width) : Number(h),
  };
  if (wanted.width < 1 || wanted.height < 1 || wanted.width > width || wanted.height > height)
    throw new Refusal(400, 'Give max, w, or w,h or ,h as the size, not larger than the region.');
  return wanted;
}
