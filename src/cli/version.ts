import { readFileSync } from 'node:fs';

const PACKAGE = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
  readonly engines: { readonly node: string };
};

/** This package's version, from the one place that states it. */
export const PROGRAM_VERSION: string = PACKAGE.version;

/** Which versions of Node.js this package runs on, from the one place that states it: `>=20.19`. */
export const NODE_RANGE: string = PACKAGE.engines.node;

/** Who asks, as services are told with every request. */
export const userAgentOf = (contact: string | undefined): string =>
  `folklore-ld/${PROGRAM_VERSION}${contact === undefined ? '' : ` (${contact})`}`;
