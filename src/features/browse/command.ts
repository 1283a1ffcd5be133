import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Argument, InvalidArgumentError } from 'commander';
import { FolkloreError, messageOf } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { EXIT } from '../../base/exit-codes.js';
import { isUrl, whyNoWebUrl } from '../../base/text.js';
import { graceOption, option, RELEASE_MEANT, wholeNumber } from '../../cli/command.js';
import type { CommandCall, CommandContext, CommandModule } from '../../cli/feature.js';
import { type RunOptions, sourceOptions } from '../../cli/run-options.js';
import type { ReleaseManifest } from '../../release/description/manifest.js';
import type { LocalImages } from './pictures/pictures.js';
import type { RecordExplainer } from './record/explain-page.js';
import type { Site } from './site.js';

export interface BrowseOptions extends Pick<RunOptions, 'config' | 'sample'> {
  readonly store?: string;
  readonly port: number;
  readonly host: string;
  readonly publicUrl?: string;
  readonly indexFolder?: string;
  readonly tiles?: string;
  readonly tilesCredit?: string;
  readonly open?: boolean;
  readonly grace: number;
}

export type BrowseCall = Pick<CommandCall<BrowseOptions>, 'options' | 'schema'>;

export const command: CommandModule<BrowseOptions, [release?: string]> = {
  args: [new Argument('[release]', RELEASE_MEANT)],
  options: [
    option('-p, --port <port>', 'port; 0 takes a free one', wholeNumber(0, 65_535)).default(4030),
    option('--host <address>', 'address to listen on').default('127.0.0.1'),
    option(
      '--public-url <url>',
      'address at which others reach the pages, for feeds, sitemaps and previews (default: that of each request); a site that is written as files may have a path',
      addressGiven,
    ),
    option('--index-folder <folder>', 'folder of indexes (default: .browse beside the release)'),
    option(
      '--store <folder>',
      'folder of the stored answers; pages of records then show what was sent and what became of each field',
    ),
    option(
      '--tiles <address>',
      'map tiles of another server, with {z}, {x} and {y}; browsers then ask that server',
    ),
    option('--tiles-credit <text>', 'whose the tiles are, written below the map'),
    ...sourceOptions(),
    option('--open', 'open the start page in the browser of this machine'),
    graceOption(),
  ],
  help: () => `
Serves a release as pages for people and as linked data: search, map, timeline, a page for each record, and
each IRI as Turtle, JSON-LD and N-Triples. Makes an index of the release first, once; it is made again when
the release changes.

When the pages are ready, the first line on standard output is one JSON object with their address:
{"url":"http://127.0.0.1:4030"}

With --store, the page of a record links one that shows its fields as the service sent them, and what became
of each. Values are shown only where the release publishes them. --config or --sample says how the release was
built.

The map needs no other server. With --tiles it lies on tiles of the server that you name, and browsers ask that
server for them; --tiles-credit is what its terms of use want to be written below.

Pictures of records come from the hosts that the release names: browsers ask those, and no others. With --sample
the invented pictures of the sample come from this command.

The pages are for everybody who reaches the port. They have no password. The default address is of this
machine only; give --host to serve others, best behind a proxy with HTTPS (docs/browse.md).

Examples:
  folklore-ld browse                                 the latest release, or the only one
  folklore-ld browse output/sample --port 0          the sample, on a free port
  folklore-ld browse --store .folklore-ld -c folklore-ld.config.yaml
  folklore-ld browse --tiles 'ADDRESS/{z}/{x}/{y}.png' --tiles-credit '© Example'`,
  run: async (call, context) => {
    const [named] = call.args;
    const { options } = call;
    const { report, signal } = context;
    const { store } = options;
    if (options.publicUrl !== undefined && new URL(options.publicUrl).pathname !== '/')
      throw misuse(
        'The pages that are served are at the root of their host.',
        'Give --public-url without a path.',
      );
    const { tilesOf } = await import('./map/map-tiles.js');
    const tiles = tilesOf(options.tiles, options.tilesCredit);
    const { pagesOpener } = await import('./open-pages.js');
    const release = await releaseOf(named, call);
    const { startBrowsing } = await import('./serve.js');
    const { currentRelease } = await import('./site.js');
    const onError = (thrown: unknown): void =>
      report({ event: 'warning', message: `an error of the pages: ${messageOf(thrown)}` });
    await withTemporaryFolder(async (temporary) => {
      const server = await startBrowsing({
        open: pagesOpener({
          folder: release,
          indexFolder: options.indexFolder,
          temporary,
          pid: process.pid,
          publicOrigin: options.publicUrl,
          features: context.features,
          options,
          openExplainer:
            store === undefined ? undefined : (site) => explainerOf(store, call, site.manifest, context),
          tiles,
          images: options.sample === true ? await sampleImages() : undefined,
          onError,
          report,
        }),
        current: () => currentRelease(release),
        port: options.port,
        host: options.host,
        graceMs: options.grace * 1000,
        onError,
      });
      process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
      report({ event: 'note', message: `serving ${release} at ${server.url}; Ctrl-C stops` });
      if (options.open === true) openBrowser(server.url);
      if (!signal.aborted) await once(signal, 'abort');
      await server.close();
    });
    return EXIT.clean;
  },
};

/**
 * Opens the release that is meant, for as long as a piece of work takes.
 *
 * @param work is given the release, and the file of its index
 */
export async function withRelease<T>(
  named: string | undefined,
  call: BrowseCall,
  report: Report,
  work: (site: Site, indexFile: string) => Promise<T>,
): Promise<T> {
  const folder = await releaseOf(named, call);
  const { prepareSite, openSite } = await import('./site.js');
  return withTemporaryFolder(async (temporary) => {
    const { indexFolder } = call.options;
    const source = await prepareSite({ folder, indexFolder, temporary, pid: process.pid }, report);
    const site = await openSite(source);
    try {
      return await work(site, source.indexFile);
    } finally {
      site.close();
    }
  });
}

async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const { temporaryFolder } = await import('./index/index-file.js');
  const temporary = await temporaryFolder(process.pid);
  try {
    return await work(temporary);
  } finally {
    // If this fails, the next process that needs one removes it. An error would hide the first one.
    await rm(temporary, { recursive: true, force: true }).catch(() => {});
  }
}

/** The release that is meant. With -c the releases are where that configuration puts them. */
async function releaseOf(named: string | undefined, { options, schema }: BrowseCall): Promise<string> {
  const { whichRelease } = await import('../../cli/which-release.js');
  const { configOf } = await import('../../cli/plans-from-config.js');
  const out = options.config === undefined ? undefined : configOf({ options, settings: {}, schema }).out;
  return whichRelease(named, out);
}

/** The pictures of the sample world: the host that its release names does not exist. */
async function sampleImages(): Promise<LocalImages> {
  const { servedImages } = await import('../../services/images/image-service.js');
  const { loadWorld, SAMPLE_WORLD } = await import('../../services/server/world.js');
  const { SAMPLE_IMAGE_HOST } = await import('../../model/rdf/iris.js');
  const { archive } = await loadWorld(SAMPLE_WORLD);
  return { host: SAMPLE_IMAGE_HOST, ...servedImages(archive) };
}

/** Scheme, host and path of an address, without a slash at the end. */
function addressGiven(text: string): string {
  const url = isUrl(text) ? new URL(text) : undefined;
  const why =
    whyNoWebUrl(text) ??
    ((url?.search ?? '') + (url?.hash ?? '') === '' ? undefined : 'it has a query or a fragment');
  if (why !== undefined) throw new InvalidArgumentError(`Give a scheme and a host: ${why}.`);
  return url === undefined ? text : `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

const misuse = (message: string, hint: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', message, { hint });

/**
 * Explains the records of a release from a store.
 *
 * @throws FolkloreError CONFIG_INVALID; STORE_UNUSABLE when there is no harvest
 */
async function explainerOf(
  store: string,
  { options, schema }: BrowseCall,
  { base, vocabularyBase }: ReleaseManifest,
  context: CommandContext,
): Promise<RecordExplainer & { close(): Promise<void> }> {
  const { buildPlanOf, configOf } = await import('../../cli/plans-from-config.js');
  const { isSentRecord, releasedRecords } = await import('../../use/inspect/explain/released-fields.js');
  const { ExplainThread } = await import('../../use/inspect/explain/explain-thread.js');
  const { openForBuild } = await import('../../harvest/store/stored-harvest.js');
  const config = configOf({ options, settings: { store: { value: store, source: 'option' } }, schema });
  (await openForBuild(config.store)).file.close();
  const thread = new ExplainThread({
    ...(await buildPlanOf(config, options, context)),
    base,
    vocabularyBase,
  });
  return {
    isSent: (iri) => isSentRecord(iri, base),
    explain: async (iri, statementsOf) => releasedRecords(await thread.explain(iri), statementsOf),
    close: () => thread.close(),
  };
}

/** The command that opens an address, by operating system. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser. Where there is none, the printed address is enough. */
function openBrowser(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
