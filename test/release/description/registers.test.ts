import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTurtle } from '../../../src/model/rdf/parse.js';
import { describe as describeRelease } from '../../../src/release/description/describe.js';
import type { ReleaseFacts } from '../../../src/release/description/facts.js';
import { SecondEngine } from '../../model/shacl/second-engine.js';
import { anchorPath } from '../../support/anchors.js';
import { readDatasetJsonld } from './description.js';
import { smallRelease } from './small-release.js';

/** dataset.jsonld by the requirements of the Dutch register of heritage data (Netwerk Digitaal Erfgoed), with their shapes. */

const SHAPES = anchorPath('nde/requirements-datasets.ttl');

/** What the register finds: focus, path, value, constraint and severity. */
async function findings(change: (text: string) => string, facts: Partial<ReleaseFacts> = {}) {
  const shapes = parseTurtle(readFileSync(SHAPES ?? '', 'utf8'), 'requirements-datasets.ttl');
  const text = change(describeRelease(smallRelease(facts))['dataset.jsonld']);
  return new SecondEngine(shapes).testify(await readDatasetJsonld(text));
}

describe.skipIf(SHAPES === undefined)('the shapes of the register', () => {
  it.each([
    ['an address for mail', {}],
    ['a page in place of an address', { contact: { name: 'The data team', page: 'https://example.org/c' } }],
    ['no contact', { contact: undefined }],
    ['a DOI', { doi: { concept: '10.5281/zenodo.1' } }],
  ])('find nothing that is required or recommended missing: a release with %s', async (_, facts) => {
    const found = await findings((text) => text, facts);
    expect(found.filter((one) => !one.endsWith(' info'))).toEqual([]);
    // Genres are for works of art; these records of the small release have no years of works.
    for (const one of found) expect(one).toMatch(/schema\.org\/(genre|temporalCoverage) /);
  });

  it('find a licence that is missing, and an address of a file that is a text', async () => {
    expect((await findings((text) => text.replaceAll('"license"', '"about"'))).join('\n')).toMatch(
      /schema.org\/license - MinCount violation/,
    );
    const asText = (text: string) => text.replace(/("contentUrl": \{\s*"@type": )"@id"/, '$1"xsd:anyURI"');
    expect((await findings(asText)).join('\n')).toMatch(/schema.org\/contentUrl .* NodeKind warning/);
  });
});
