import { NODE_RANGE, VERSION } from '../version.js';
import { type Finding, failed, ok, warning } from './finding.js';
import type { Subject, Surroundings } from './subject.js';

/** The newest Node.js that the tests of this version have run on. */
const NEWEST_TESTED = 26;

/** Which folklore-ld this is, and whether it runs on this Node.js. */
export function checkProgram({ nodeVersion }: Pick<Surroundings, 'nodeVersion'>): Finding {
  const [major, minor] = numbersOf(nodeVersion);
  const [oldestMajor, oldestMinor] = numbersOf(NODE_RANGE);
  const here = `folklore-ld ${VERSION} on Node.js ${nodeVersion}`;
  const remedy = `Install a Node.js from ${oldestMajor}.${oldestMinor} to ${NEWEST_TESTED}.`;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    return failed('program', `${here}, which is too old: it needs ${NODE_RANGE}`, remedy);
  }
  if (major > NEWEST_TESTED) return warning('program', `${here}, on which it has not been tested`, remedy);
  return ok('program', here);
}

/** Major and minor version in `20.19.0` or `>=20.19`. */
function numbersOf(version: string): [major: number, minor: number] {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return [Number(major), Number(minor)];
}

/** Whether the services learn whom to write to when they are troubled. */
export function checkContact({ config: { contact }, builtIn }: Subject): Finding {
  if (contact !== undefined) return ok('contact', `the services are told how to reach you: ${contact}`);
  if (builtIn !== undefined) return ok('contact', 'no contact is needed for the built-in services');
  return warning(
    'contact',
    'no contact is configured, so the services cannot tell who asks',
    'Add a line such as `contact: data-team@example.org` to the configuration.',
  );
}
