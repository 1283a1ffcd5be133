import { FolkloreError } from '../../../base/errors.js';
import { whyNoWebUrl } from '../../../base/text.js';

/** Map tiles of another server, which the operator has named. */
export interface MapTiles {
  /** With `{z}`, `{x}` and `{y}`. */
  readonly address: string;
  /** Whose they are. */
  readonly credit: string;
}

/** What an address begins with. It goes into the policy of the page. */
const HOST = /^https?:\/\/[\w.-]+(?::\d+)?(?=\/)/i;
const PLACEHOLDERS = ['{z}', '{x}', '{y}'] as const;

/**
 * The tiles of `--tiles` and `--tiles-credit`; undefined without them.
 *
 * @throws FolkloreError CONFIG_INVALID when the address is none of tiles, or one of the two is missing
 */
export function tilesOf(address: string | undefined, credit: string | undefined): MapTiles | undefined {
  if (address === undefined && credit === undefined) return undefined;
  if (address === undefined) throw invalid('--tiles-credit needs --tiles');
  if (credit === undefined || credit.trim() === '')
    throw invalid('--tiles needs --tiles-credit, the text that its terms of use want');
  const missing = PLACEHOLDERS.filter((one) => !address.includes(one));
  if (missing.length > 0) throw invalid(`the address of --tiles lacks ${missing.join(', ')}`);
  const rest = PLACEHOLDERS.reduce((text, one) => text.replaceAll(one, '0'), address);
  const problem = whyNoWebUrl(rest);
  if (problem !== undefined) throw invalid(`the address of --tiles cannot be used: ${problem}`);
  if (!HOST.test(address)) throw invalid('--tiles names its server by a placeholder, or by something else');
  if (/[{}]/.test(rest)) throw invalid('the address of --tiles has other placeholders');
  return { address, credit };
}

/** The scheme, host and port of tiles. */
export const originOf = ({ address }: MapTiles): string => new URL(HOST.exec(address)?.[0] ?? address).origin;

const invalid = (what: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', `The tiles of the map cannot be used: ${what}.`, {
    hint: "Expected: --tiles 'ADDRESS/{z}/{x}/{y}.png' --tiles-credit '© Example'.",
  });
