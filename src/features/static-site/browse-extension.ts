import { InvalidArgumentError } from 'commander';
import { FolkloreError } from '../../base/errors.js';
import { EXIT, type Outcome } from '../../base/exit-codes.js';
import { toOneLine } from '../../base/text.js';
import { option, wholeNumber } from '../../cli/command.js';
import type { CommandCall, CommandContext, CommandExtension } from '../../cli/feature.js';
import { type BrowseOptions, withRelease } from '../browse/command.js';

interface SiteOptions extends BrowseOptions {
  /** The folder of a site without a server. */
  readonly out?: string;
  readonly languages: readonly ('en' | 'ga')[];
  readonly kinds?: readonly string[];
  readonly formats?: readonly string[];
  /** False with `--no-files`. */
  readonly files: boolean;
  readonly mostFiles: number;
  readonly mostMegabytes: number;
}

type SiteCall = CommandCall<SiteOptions, readonly [release?: string]>;

/** With `--out`, `browse` writes the pages as files. */
export const EXTENSION: CommandExtension = {
  options: [
    option('--out <folder>', 'write the pages as files for a web host into this folder, and serve nothing'),
    option(
      '--languages <list>',
      'with --out: languages of the pages, the first one at the root',
      languagesGiven,
    ).default(['en', 'ga'], 'en,ga'),
    option(
      '--kinds <list>',
      'with --out: kinds of records that get pages (default: all but page and transcript)',
      listGiven,
    ),
    option(
      '--formats <list>',
      'with --out: files beside the page of each record, of ttl, jsonld, nt, bib, ris and csl.json',
      listGiven,
    ),
    option('--no-files', 'with --out: without the files of the release'),
    option(
      '--most-files <count>',
      'with --out: a larger site is refused, before anything is written',
      wholeNumber(1),
    ).default(100_000),
    option('--most-megabytes <count>', 'with --out: the same by size', wholeNumber(1)).default(10_000),
  ],
  help: () => `
With --out, the same pages are written as files, and a search that runs in the browser. Any web host can serve them, in any
folder. A folder that holds something else is refused. How many files it would be is counted first: --most-files,
--most-megabytes (docs/browse.md).

  folklore-ld browse output/sample --out site        the pages as files`,
  run: async (call: SiteCall, context) => {
    const { out } = call.options;
    return out === undefined ? undefined : writeSite(out, call.args[0], call, context);
  },
};

/** Writes the pages as files. */
async function writeSite(
  out: string,
  named: string | undefined,
  call: SiteCall,
  { report, signal, features }: CommandContext,
): Promise<Outcome> {
  const { options } = call;
  const { isRecordFormat, KINDS_WRITTEN, RECORD_FORMATS } = await import('./site-files.js');
  const { INDEXED_KINDS } = await import('../browse/index/index-words.js');
  const kinds = options.kinds ?? KINDS_WRITTEN;
  const unknown = kinds.find((kind) => !(INDEXED_KINDS as readonly string[]).includes(kind));
  if (unknown !== undefined)
    throw misuse(
      `There is no kind ${toOneLine(unknown)}.`,
      `Give --kinds some of ${INDEXED_KINDS.join(', ')}.`,
    );
  const formats = options.formats ?? [];
  const noFormat = formats.find((format) => !isRecordFormat(format));
  if (noFormat !== undefined)
    throw misuse(
      `There is no format ${toOneLine(noFormat)}.`,
      `Give --formats some of ${RECORD_FORMATS.join(', ')}.`,
    );
  const { exportSite } = await import('./export-site.js');
  const { leftOut, ...written } = await withRelease(named, call, report, (site, indexFile) =>
    exportSite({
      site,
      indexFile,
      out,
      languages: options.languages,
      kinds: new Set(kinds),
      formats: new Set(formats.filter(isRecordFormat)),
      withFiles: options.files,
      publicUrl: options.publicUrl,
      limits: { files: options.mostFiles, bytes: options.mostMegabytes * 1e6 },
      features,
      options,
      report,
      signal,
    }),
  );
  process.stdout.write(`${JSON.stringify({ site: out, ...written })}\n`);
  report({ event: 'finished', what: 'browse', detail: out });
  return leftOut.length === 0
    ? EXIT.clean
    : {
        exitCode: EXIT.partial,
        because: `pages of features have failed and are left out: ${leftOut.join(', ')}`,
      };
}

/** A list of words. */
function listGiven(text: string): string[] {
  return [...new Set(text.split(',').map((word) => word.trim()))];
}

function languagesGiven(text: string): string[] {
  const languages = listGiven(text);
  if (languages.every((one) => one === 'en' || one === 'ga')) return languages;
  throw new InvalidArgumentError('Give en, ga, or both.');
}

const misuse = (message: string, hint: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', message, { hint });
