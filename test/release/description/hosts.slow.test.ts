import { expect, test } from 'vitest';
import { filesBelow, scratch } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';

/** A release names no host that is not ours unless a configuration names it. */

/** Where vocabularies, code lists and licences are, as a release without a profile uses them. */
const VOCABULARIES = [
  'http://www.w3.org/',
  'https://www.w3.org/',
  'https://w3id.org/folklore-ld/',
  'https://w3id.org/pnv',
  'https://schema.org/',
  'http://purl.org/',
  'http://xmlns.com/foaf/',
  'http://id.loc.gov/',
  'http://www.opengis.net/',
  'http://www.europeana.eu/schemas/',
  'http://www.cidoc-crm.org/cidoc-crm/',
  'https://www.ica.org/standards/RiC/',
  'https://personsincontext.org/model',
  'http://rdfs.org/ns/void',
  'http://spdx.org/rdf/terms',
  'http://data.europa.eu/r5r/',
  'http://publications.europa.eu/resource/authority/',
  'http://www.iana.org/assignments/media-types/',
  'http://jena.apache.org/',
  'http://rightsstatements.org/',
  'https://creativecommons.org/',
  // The rights statements of Europeana begin with http.
  'http://creativecommons.org/',
  'http://iiif.io/api/image',
  'http://vocab.getty.edu/aat/',
  // Croissant writes schema.org with http, as its specification does.
  'http://schema.org/',
  'http://mlcommons.org/croissant/',
  'http://rdfs.org/sioc/services',
  'https://linked.art/ns/terms/',
  // The specification of RO-Crate, the schema of DataCite, the list of licences, and the form of a DOI.
  'https://w3id.org/ro/crate/1.2',
  'http://datacite.org/schema/kernel-4',
  'https://spdx.org/licenses/',
  'https://doi.org/10.[0-9]',
  'http://www.ics.forth.gr/isl/CRMdig/',
  'http://www.openarchives.org/ore/terms/',
  'http://rdvocab.info/ElementsGr2/',
  // The context of the Linked Places format.
  'https://raw.githubusercontent.com/LinkedPasts/',
];
/** Reserved for examples (RFC 2606), as are the sample world and the base of a release unless configured. */
const EXAMPLE = /^https?:\/\/(?:[a-z0-9-]+\.)*example\.(?:org|com|net)(?![a-z0-9.-])/;
/** Services and stores of this machine. */
const LOOPBACK = /^https?:\/\/(?:127\.0\.0\.1|localhost)(?![a-z0-9.-])/;

/** Every web address in a text; regular expressions in shapes write their dots as `[.]` or with backslashes. */
const addressesIn = (text: string): string[] =>
  [...text.replaceAll(/\[\.\]|\\+\./g, '.').matchAll(/https?:\/\/[\p{L}\p{N}][^\s"'<>\\^`{|}]*/gu)].map(
    ([address]) => address,
  );

test('a release names nothing but vocabularies, licences, examples, and the hosts of its configuration', async () => {
  const release = await harvestSample(await scratch());
  const links = { linkedPlace: 'https://places.test/{id}' };
  const { directory } = await release('linked', { links, compression: 'none' });
  const files = [...(await filesBelow(directory))];
  expect(files.length).toBeGreaterThan(80);
  const strange = files.flatMap(([file, bytes]) =>
    addressesIn(bytes.toString('utf8'))
      .filter((address) => !EXAMPLE.test(address) && !LOOPBACK.test(address))
      .filter((address) => !VOCABULARIES.some((namespace) => address.startsWith(namespace)))
      .map((address) => `${file}: ${address}`),
  );
  // No other link is configured, and none has a host of its own.
  expect(strange.length).toBeGreaterThan(10);
  expect(strange.filter((one) => !/: https:\/\/places\.test\//.test(one))).toEqual([]);
});
