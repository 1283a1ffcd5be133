import { FolkloreError } from '../../base/errors.js';
import { option } from '../../cli/command.js';
import type { CommandCall, CommandExtension } from '../../cli/feature.js';

/** The options of `browse` for a site without a server. */
interface IiifOptions {
  readonly out?: string;
  readonly publicUrl?: string;
  /** Whether manifests are written, too. */
  readonly iiif?: boolean;
}

/** With `--out` and `--iiif`, the site has manifests. */
export const EXTENSION: CommandExtension = {
  options: [
    option('--iiif', 'with --out and --public-url: IIIF manifests of volumes, items and photographs'),
  ],
  run: async ({ options: { out, publicUrl, iiif } }: CommandCall<IiifOptions>) => {
    if (out === undefined || iiif !== true || publicUrl !== undefined) return undefined;
    throw new FolkloreError('CONFIG_INVALID', 'IIIF manifests name the address at which they are.', {
      hint: 'Give the address of the site: --public-url URL.',
    });
  },
};
