import { constants } from 'node:fs';
import { access, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, FolkloreError, messageOf } from '../base/errors.js';
import { JsonLines } from '../sinks/json-lines.js';
import { openJsonld } from '../sinks/jsonld.js';
import type { Described, Dump, OpenSink, Sink, SinkLanguage } from '../sinks/sink.js';
import { openTurtle } from '../sinks/turtle.js';
import { makeFolder } from '../store/make-folder.js';
import { type CompanionSettings, writeCompanions } from './companions.js';
import type { Dataset } from './kinds.js';
import type { BuildPlan } from './settings.js';

/** The formats of every dataset. A new format is a file in the sinks and a row here. */
const FORMATS: readonly OpenSink[] = [openTurtle, openJsonld];

/** A release while it is written: beside its place, moved there at the end. */
export interface Release {
  /** Where it will be. */
  readonly directory: string;
  readonly findings: JsonLines;
  readonly quarantine: JsonLines;
  write(dataset: Dataset, described: Described): Promise<void>;
  /** Ends the dumps. */
  close(): Promise<Dump[]>;
  /** Adds what goes beside the data and moves the release to its place, where one of the same label gives way. */
  publish(run: object): Promise<void>;
  /** Removes what was written; does nothing to an earlier release of the same label. */
  abandon(): Promise<void>;
}

/**
 * Begins a release. Half-written files are never where good ones are expected: everything is written into a
 * hidden folder beside and moved at the end.
 *
 * @throws FolkloreError OUTPUT_UNWRITABLE
 */
export async function openRelease(
  plan: Pick<BuildPlan, 'out' | 'label'> & CompanionSettings,
  language: SinkLanguage,
  datasets: readonly Dataset[],
): Promise<Release> {
  const { out, label } = plan;
  const directory = join(out, label);
  const beside = join(out, `.${label}.partial`);
  const former = join(out, `.${label}.former`);
  return onDisk(directory, async () => {
    await rm(beside, { recursive: true, force: true });
    // A run that was killed between two renames left the earlier release under its other name.
    await rename(former, directory).catch(() => {});
    await makeFolder(join(beside, 'data'));
    await makeFolder(join(beside, 'report'));
    const sinks = new Map<Dataset, readonly Sink[]>();
    for (const dataset of datasets) {
      sinks.set(
        dataset,
        await Promise.all(FORMATS.map((open) => open(join(beside, 'data'), dataset, language))),
      );
    }
    const findings = await JsonLines.create(join(beside, 'report'), 'findings.ndjson');
    const quarantine = await JsonLines.create(join(beside, 'report'), 'quarantine.ndjson');
    const closeAll = async () => {
      await Promise.all([findings.close(), quarantine.close()]);
      return Promise.all([...sinks.values()].flat().map((sink) => sink.close()));
    };
    return {
      directory,
      findings,
      quarantine,
      write: async (dataset, described) => {
        for (const sink of sinks.get(dataset) ?? []) await onDisk(directory, () => sink.write(described));
      },
      close: () => onDisk(directory, closeAll),
      publish: (run) =>
        onDisk(directory, async () => {
          await writeCompanions(beside, plan);
          await writeFile(join(beside, 'run.json'), `${JSON.stringify(run, undefined, 2)}\n`);
          await rm(former, { recursive: true, force: true });
          await rename(directory, former).catch(ignoreMissing);
          await rename(beside, directory).catch(async (thrown: unknown) => {
            await rename(former, directory).catch(() => {});
            throw thrown;
          });
          await rm(former, { recursive: true, force: true });
        }),
      abandon: async () => {
        await closeAll().catch(() => {});
        await rm(beside, { recursive: true, force: true }).catch(() => {});
      },
    };
  });
}

/**
 * Finds out before the first request whether a release can be written at all.
 *
 * @throws FolkloreError OUTPUT_UNWRITABLE
 */
export async function checkWritable(out: string): Promise<void> {
  await onDisk(out, async () => {
    await makeFolder(out);
    await access(out, constants.W_OK);
  });
}

function ignoreMissing(thrown: unknown): void {
  if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
}

async function onDisk<T>(directory: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (thrown) {
    if (thrown instanceof FolkloreError) throw thrown;
    throw new FolkloreError('OUTPUT_UNWRITABLE', `Cannot write into ${directory}: ${messageOf(thrown)}`, {
      hint: 'Is the folder writable, and is there room on the disk? Another folder can be given with --out.',
      exitCode: EXIT.misuse,
      cause: thrown,
    });
  }
}
