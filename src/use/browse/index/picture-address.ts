import { webAddress } from '../../../model/rdf/iris.js';

/** Scheme, host and port, without any character that has a meaning in a policy (CSP 3, 2.3.1). */
const ORIGIN = /^https?:\/\/(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::\d+)?$/;

/** The address of a picture or an image service as pages may name it; undefined for what is not of a web host. */
export function pictureAddress(iri: string): URL | undefined {
  const address = webAddress(iri);
  const url = address === undefined ? undefined : new URL(address);
  return url !== undefined && ORIGIN.test(url.origin) ? url : undefined;
}
