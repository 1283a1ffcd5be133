import { join } from 'node:path';
import type { Hono } from 'hono';
import type { Quad } from 'n3';
import { afterAll, beforeAll } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { askPages } from '../../../src/features/ask/ask-routes.js';
import { addedLinks, addedPages } from '../../../src/features/browse/added-pages.js';
import { type AppOptions, createApp } from '../../../src/features/browse/app.js';
import type { RecordExplainer } from '../../../src/features/browse/record/explain-page.js';
import { exportPart } from '../../../src/features/browse/search/search-export.js';
import { type OpenPages, startBrowsing } from '../../../src/features/browse/serve.js';
import { openSite, prepareSite, type Site, type SiteSource } from '../../../src/features/browse/site.js';
import { Streams } from '../../../src/features/browse/streams.js';
import { FEATURES } from '../../../src/features/index.js';
import {
  DEFAULT_LIMITS,
  openEngine as openQueryEngine,
  type QueryEngine,
} from '../../../src/features/query/engine.js';
import { SAMPLE_IMAGE_HOST } from '../../../src/model/rdf/iris.js';
import type { BuildPlan } from '../../../src/pipeline/plan/build-plan.js';
import { servedImages } from '../../../src/services/images/image-service.js';
import { loadWorld, SAMPLE_WORLD, type World } from '../../../src/services/server/world.js';
import {
  isSentRecord,
  recordHistories,
  releasedRecords,
} from '../../../src/use/inspect/explain/released-fields.js';
import {
  itemOf,
  photographOf,
  sampleWorld,
  schoolsItemOf,
  schoolsPageOf,
  there,
} from '../../pipeline/consistency/sample-world.js';
import { readNtriples } from '../../support/dumps.js';
import { harvestSample, PLAN } from '../../support/sample-release.js';
import { sharedOnce } from '../../support/shared.js';
import { subjectsOfSample } from '../subjects/sample-subjects.js';
import { addToldStories } from './told-stories.js';

/** Releases that the tests of pages read. Each is harvested, built and indexed once for all test files. */

/** The program of the engine's process, as built. */
const SCRIPT = new URL('../../../dist/features/query/engine-child.js', import.meta.url);

export const BASE = 'https://data.example.org/folklore/';

/** Everything that has a meaning in BibTeX, RIS or JSON. */
const SIGNS = String.raw`50% of {a} & $b_c^d~e #1 \textbf "q", and @misc{x}
ER  - 
TY  - BOOK`;
/** Markup of texts is removed when they are read. What was escaped twice is text, and must stay text. */
const MARKUP = `<script>alert(1)</script>"'><img src=x onerror=alert(1)> " onclick="alert(1)`;
/** As the service writes a text that has markup. */
export const escaped = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The titles of the hostile release, as they are in its records. */
export const HOSTILE = {
  /** Of cbe/item/7001. */
  title: `${SIGNS} ${MARKUP}`,
  /** Of cbe/item/7009. */
  attributes: 'Scéal & "nowhere"> href="/nowhere" onload="alert(1)"',
  /** Of cbes/item/7107: ends a field for readers that count braces. */
  braces: String.raw`A \}, url = {https://x.example/} } \{ {} AND {`,
  /** Of cbes/item/7105. */
  html: '<img src=x onerror="alert(1)"> & "quotes" <script>alert(1)</script>',
};

const OPEN = { formats: ['nt', 'ttl'], compression: 'none' } as const satisfies Partial<BuildPlan>;

/** What the releases are made of: a world, the sample unless given, and the options of a build. */
const RELEASES: Readonly<
  Record<string, { world?: () => Promise<World>; plan?: (folder: string) => Promise<Partial<BuildPlan>> }>
> = {
  sample: {},
  /** Titles that look like markup and like code, a long text, and a page without a picture. */
  hostile: {
    world: () =>
      sampleWorld((draft) => {
        const story = itemOf(draft, 7001);
        [story.title, story.extract] = [escaped(HOSTILE.title), `${'focal '.repeat(80)}deireadh`];
        itemOf(draft, 7009).title = HOSTILE.attributes;
        schoolsItemOf(draft, 7107).title = HOSTILE.braces;
        schoolsItemOf(draft, 7105).title = escaped(HOSTILE.html.replaceAll('&', '&amp;'));
        delete (schoolsPageOf(draft, 605) as { imageFileName?: string }).imageFileName;
      }),
  },
  /** With classifications, databases and DOIs, without pictures; an id with two names is two people (model 7.3, X7). */
  extended: {
    world: () =>
      sampleWorld((draft) => {
        there(schoolsItemOf(draft, 7101).informants[0]).names = [{ fullName: 'Nóra Bheag' }];
      }),
    plan: async (folder) => ({
      ...{
        additions: { subjects: await subjectsOfSample(folder) },
        links: {},
        settings: { sqlite: true, parquet: true },
      },
      announcement: { doi: { concept: '10.5281/zenodo.1', reserved: '10.5281/zenodo.3' } },
    }),
  },
  /** With stories for the examples of the page of help, each in the forms in which people told it. */
  told: { world: () => sampleWorld(addToldStories) },
  /** After the sample: 210 more photographs, and another title. */
  many: {
    world: () =>
      sampleWorld((draft) => {
        itemOf(draft, 7002).title = 'Another title';
        const photograph = photographOf(draft, 1201);
        for (let id = 5001; id <= 5210; id += 1)
          draft.archive.cbeg.set(id, { ...structuredClone(photograph), id });
      }),
    plan: async () => ({ previous: (await releaseOf('sample')).release }),
  },
};
type ReleaseName = 'sample' | 'hostile' | 'extended' | 'told' | 'many';

/** A release with its harvest and its index, made by the first test file that asks for it. */
async function releaseOf(name: ReleaseName): Promise<{ folder: string; release: string }> {
  const folder = await sharedOnce(`browsed-${name}`, async (into) => {
    const { world, plan } = RELEASES[name] ?? {};
    const make = await harvestSample(into, await world?.());
    const { directory } = await make('browsed', { ...OPEN, ...(await plan?.(into)) });
    await prepareSite(sourceIn(into, directory), silent);
  });
  return { folder, release: join(folder, 'out', 'browsed') };
}

const sourceIn = (folder: string, release: string) => ({
  ...{ folder: release, indexFolder: join(folder, 'indexes'), temporary: folder, pid: process.pid },
});

interface BrowsedRelease extends Pick<AppOptions, 'exportPart' | 'images'> {
  /** The folder of the release. */
  readonly folder: string;
  readonly site: Site;
  readonly source: SiteSource;
  readonly app: Hono;
  readonly openEngine: () => Promise<QueryEngine>;
  readonly explainer: RecordExplainer;
}

async function open(name: ReleaseName): Promise<BrowsedRelease & { readonly close: () => Promise<void> }> {
  const { folder, release } = await releaseOf(name);
  const source = await prepareSite(sourceIn(folder, release), silent);
  const site = await openSite(source);
  let engine: Promise<QueryEngine> | undefined;
  const openEngine = () => {
    engine ??= openQueryEngine(release, site.manifest, DEFAULT_LIMITS, silent, SCRIPT).then(async (one) => {
      // Else a page of a slow machine would say that the release is being loaded.
      await one.loading?.()?.ready;
      return one;
    });
    return engine;
  };
  const { archive } = await loadWorld(SAMPLE_WORLD);
  const images = { host: SAMPLE_IMAGE_HOST, ...servedImages(archive) };
  return {
    ...{ folder: release, site, source, openEngine, images },
    exportPart: (job) => exportPart(site, job),
    explainer: explainerOf({ ...PLAN, store: join(folder, 'store'), out: folder, label: 'browsed' }),
    app: appOf({ site, openEngine, images }),
    close: async () => {
      await (await engine)?.close();
      site.close();
    },
  };
}

/** The pages of a release without a port, for the tests of a file. */
export function browsedRelease(name: ReleaseName = 'sample'): () => BrowsedRelease {
  let browsed: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    browsed = await open(name);
  });
  afterAll(() => browsed.close());
  return () => browsed;
}

/** The same on a port of this machine. */
export function servedRelease(name: ReleaseName): {
  readonly browsed: () => BrowsedRelease;
  readonly served: () => Awaited<ReturnType<typeof servePages>>;
} {
  const browsed = browsedRelease(name);
  let server: Awaited<ReturnType<typeof servePages>>;
  beforeAll(async () => {
    const { site, openEngine, images } = browsed();
    // The release is closed with its pages without a port.
    server = await servePages({
      site: Object.create(site, { close: { value: () => {} } }),
      openEngine,
      images,
    });
  });
  afterAll(() => server.close());
  return { browsed, served: () => server };
}

/** The statements of a release about each record, of all datasets or without those of omissions. */
export async function recordsOf(
  { site, folder }: Pick<BrowsedRelease, 'site' | 'folder'>,
  isWanted: (dataset: string) => boolean = () => true,
): Promise<Map<string, Quad[]>> {
  const records = new Map<string, Quad[]>();
  for (const { name } of site.manifest.datasets.filter((dataset) => isWanted(dataset.name))) {
    for (const quad of (await readNtriples(folder, name)) as Quad[]) {
      const iri = quad.subject.value.split('#')[0] as string;
      records.set(iri, [...(records.get(iri) ?? []), quad]);
    }
  }
  return records;
}

/** Opens a release, with its index in a folder of the test. */
export const openSiteIn = async (folder: string, release: string): Promise<Site> =>
  openSite(await prepareSite(sourceIn(folder, release), silent));

const rethrow = (thrown: unknown): never => {
  throw thrown;
};

/** The pages that features add. */
const PAGES = await addedPages(FEATURES, {
  // No page of these needs the release before a request names it.
  site: {} as Site,
  ...{
    isServed: false,
    pid: 0,
    options: {},
    streams: new Streams(rethrow),
    report: silent,
    onClose: () => {},
  },
});
const LINKS = await addedLinks(FEATURES, rethrow);

interface TestedPages extends Partial<AppOptions> {
  readonly site: Site;
  /** The engine of `/sparql` and `/ask`; without one there are no such pages. */
  readonly openEngine?: () => Promise<QueryEngine>;
}

/** The pages of a site without a port. The test fails with an error of theirs. */
export const appOf = ({ openEngine, ...options }: TestedPages): Hono => {
  const streams = new Streams(options.onError ?? rethrow);
  return createApp({
    exportPart: (job) => exportPart(options.site, job),
    onError: rethrow,
    addedPages: [...PAGES, ...(openEngine === undefined ? [] : askPages(openEngine, streams))],
    linksOfRecord: LINKS,
    streams,
    ...options,
  });
};

/** Pages for a server, of a site that it closes. */
const pagesOf =
  (options: TestedPages): (() => Promise<OpenPages>) =>
  async () => ({
    app: appOf(options),
    close: async () => options.site.close(),
  });

/** Serves pages on a port of this machine. Closing closes the site, too. */
export const servePages = (
  options: TestedPages,
  more: Partial<Parameters<typeof startBrowsing>[0]> = {},
): ReturnType<typeof startBrowsing> =>
  startBrowsing({
    ...{ open: pagesOf(options), current: async () => '', onError: options.onError ?? rethrow },
    ...{ host: '127.0.0.1', port: 0, graceMs: 1000, ...more },
  });

/** Explains the records of a stored harvest. */
export const explainerOf = (plan: BuildPlan): RecordExplainer => ({
  isSent: (iri) => isSentRecord(iri, plan.base),
  explain: async (iri, statementsOf) =>
    releasedRecords(await recordHistories(plan, iri, silent), statementsOf),
});
