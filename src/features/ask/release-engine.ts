import { FolkloreError } from '../../base/errors.js';
import type { AddedPage, OpenedRelease } from '../browse/added-pages.js';
import { DEFAULT_LIMITS, openEngine, type QueryEngine, QueryProblem, whyTooLarge } from '../query/engine.js';
import { remoteEngine } from '../query/remote-engine.js';
import { askPages, pagesWithoutQuestions } from './ask-routes.js';
import { type AskOptions, proxiesOfMachine } from './browse-extension.js';

/**
 * The pages of a release that is served, with the engine that the options name. The engine is opened at the first query, and
 * closed with the pages.
 */
export function askPagesOf(opened: OpenedRelease): readonly AddedPage[] {
  const { site, options, isServed, pid, report, onClose, streams } = opened;
  if (!isServed) return [];
  const {
    questions,
    endpoint,
    engine: name,
    queryTimeout,
    queryEngines,
    queryMemory,
  } = options as AskOptions;
  if (!questions) return pagesWithoutQuestions;
  const { release, manifest } = site;
  const limits = {
    ...DEFAULT_LIMITS,
    ...{ timeoutMs: queryTimeout * 1000, engines: queryEngines, memory: queryMemory },
  };
  const openedEngine = async (): Promise<QueryEngine> => {
    if (endpoint !== undefined) return remoteEngine(endpoint, limits, proxiesOfMachine());
    if (name === undefined) return openEngine(release, manifest, limits, report);
    const { openInstalledEngine } = await import('../query/installed/installed-engine.js');
    return openInstalledEngine(name, release, manifest, limits, report, pid);
  };
  if (endpoint === undefined && name === undefined) {
    const why = whyTooLarge(release, manifest);
    if (why !== undefined)
      report({ event: 'note', message: `/ask and /sparql have no answers: ${why.message} ${why.hint}` });
  }
  let engine: Promise<QueryEngine> | undefined;
  onClose(async () => (await engine?.catch(() => undefined))?.close());
  return askPages(() => {
    engine ??= openedEngine().catch(asProblem);
    // What failed once may succeed later.
    engine.catch(() => {
      engine = undefined;
    });
    return engine;
  }, streams);
}

/** An error of the operator, such as a release that the engine cannot hold, as the answer to those who ask. */
function asProblem(thrown: unknown): never {
  if (!(thrown instanceof FolkloreError)) throw thrown;
  throw new QueryProblem(503, [thrown.message, thrown.hint ?? ''].join(' ').trim());
}
