import { readFileSync } from 'node:fs';

const PACKAGE = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
  readonly engines: { readonly node: string };
};

/** The version in package.json. */
export const PROGRAM_VERSION: string = PACKAGE.version;

/** The range of Node.js versions in package.json: `>=20.19`. */
export const NODE_RANGE: string = PACKAGE.engines.node;

/** The User-Agent of every request. */
export const userAgentOf = (contact: string | undefined): string =>
  `folklore-ld/${PROGRAM_VERSION}${contact === undefined ? '' : ` (${contact})`}`;

/** The versions of Node's libraries that bytes depend on: Unicode tables, compression, serialisation. */
export function runtimeVersions(): string {
  const { icu, unicode, v8, zlib } = process.versions;
  return `icu ${icu} unicode ${unicode} v8 ${v8} zlib ${zlib}`;
}
