import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../base/durable.js';
import { errorCode, FolkloreError, messageOf } from '../../base/errors.js';
import { parseForeignJson, textBelow } from '../../base/file-bytes.js';

/** The folder of releases that were taken back, beside the releases. */
export const ROLLED_BACK = '.rolled-back';
/** The list of all that were, in this folder. */
const LIST = 'rollbacks.json';

const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._~-]*$/);

const FILE = z.strictObject({
  format: z.literal('folklore-ld-rollbacks'),
  version: z.literal(1),
  rollbacks: z.array(
    z.strictObject({
      label: name,
      /** Its name in this folder: the label, followed by `~2` when the label was taken back before. */
      folder: name,
      /** The checksum of its manifest. */
      manifest: z.string(),
      /** The base of its IRIs; empty when its manifest cannot be read. */
      base: z.string(),
      /** The label of the release that `latest` leads to since. */
      to: name,
      /** The day from which on the release is taken back, and not before its own. */
      day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    }),
  ),
});

/** A release that was taken back. */
export type Rollback = z.infer<typeof FILE>['rollbacks'][number];

/** The file below this folder with the records that the release had changed, which stays when the release is removed. */
export const changesFileOf = ({ folder }: Rollback): string => `${folder}~changes.csv`;

declare module '../../cli/feature.js' {
  interface Additions {
    /**
     * What follows when `latest` leads to an earlier release.
     *
     * @param out the folder of the releases
     * @returns what was done, for standard output; undefined where there is nothing to say
     */
    readonly rolledBack: (out: string, context: CommandContext) => Promise<string | undefined>;
  }
}

/**
 * The releases of a folder that were taken back, the first one first.
 *
 * @throws FolkloreError FILE_UNREADABLE when the list is damaged
 */
export async function rollbacksOf(out: string): Promise<readonly Rollback[]> {
  const folder = join(out, ROLLED_BACK);
  try {
    return FILE.parse(parseForeignJson(await textBelow(folder, LIST))).rollbacks;
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return [];
    const why = thrown instanceof z.ZodError ? 'it is not what this program writes' : messageOf(thrown);
    throw new FolkloreError('FILE_UNREADABLE', `${join(folder, LIST)} cannot be read: ${why}.`, {
      hint: 'Put the file back from a backup. It says what OAI-PMH sends again.',
      cause: thrown,
    });
  }
}

/** Writes the list into its folder, which must exist. */
export const writeRollbacks = (out: string, rollbacks: readonly Rollback[]): Promise<void> =>
  replaceFile(
    join(out, ROLLED_BACK, LIST),
    `${JSON.stringify({ format: 'folklore-ld-rollbacks', version: 1, rollbacks }, undefined, 1)}\n`,
  );
