import { doiAddress, type Licence, licence } from '../../model/rdf/iris.js';
import {
  coverageOf,
  downloadsOf,
  LICENCE_NAMES,
  licenceOfPublication,
  publisherOf,
} from '../../release/description/facts.js';
import { about, type DescribedRelease } from '../../release/description/metadata/names.js';
import {
  creditOf,
  publisherName,
  TEXTS,
  titleOfFile,
  titleOfWhole,
} from '../../release/description/metadata/texts.js';
import { otherFile, type ReleasedFile } from '../../release/description/released-file.js';

/** RO-Crate 1.2: the specification, its context, which is never fetched, and the registry of the sort of an identifier. */
const RO_CRATE = {
  specification: 'https://w3id.org/ro/crate/1.2',
  context: 'https://w3id.org/ro/crate/1.2/context',
  doi: 'https://registry.identifiers.org/registry/doi',
} as const;

/** The fixed names of the two entities that every crate has. */
const [METADATA, ROOT] = ['ro-crate-metadata.json', './'];

/** Files that are made after this one: they hold its checksum. */
const MADE_LATER = ['manifest.json', 'SHA256SUMS'];

const to = (id: string) => ({ '@id': id });

/**
 * ro-crate-metadata.json: the folder of the release as a research object (RO-Crate 1.2). The context is an address that no
 * reader has to fetch. Every file is listed, with size and checksum where they can be known.
 *
 * @param release with all other files of the description but those that list this one
 */
export function roCrate(release: DescribedRelease): string {
  const { publications, files, others, names, contact } = release;
  const entities = [
    {
      '@id': METADATA,
      '@type': 'CreativeWork',
      about: to(ROOT),
      conformsTo: to(RO_CRATE.specification),
      license: to(licence('zero')),
    },
    rootOf(release),
    ...files.map((file) => fileEntity(file, titleOfFile(file).en)),
    ...others.map((file) => fileEntity(otherFile(file, publications), TEXTS.files[file.path])),
    ...MADE_LATER.map((path) => ({
      '@id': path,
      '@type': 'File',
      name: path,
      description: TEXTS.files[path],
      encodingFormat: otherFile({ path, bytes: 0, sha256: '' }, publications).mediaType,
      license: to(licence('zero')),
    })),
    ...publications.map((one) => {
      const which = publisherOf(one);
      return {
        '@id': names.iri.organisation(which),
        '@type': 'Organization',
        name: publisherName(one, release),
        url: release.publishers[which].url,
        contactPoint: contact && to(names.iri.agent('contact')),
      };
    }),
    ...(contact === undefined
      ? []
      : [
          {
            '@id': names.iri.agent('contact'),
            '@type': 'ContactPoint',
            name: contact.name,
            email: contact.email,
            url: contact.page,
          },
        ]),
    ...licencesOf(release).map((which) => ({
      '@id': licence(which),
      '@type': 'CreativeWork',
      name: LICENCE_NAMES[which].short,
      identifier: LICENCE_NAMES[which].spdx,
      description: TEXTS.licences[which],
    })),
    { '@id': PLACE, '@type': 'Country', name: TEXTS.deposit.place.en },
    {
      '@id': names.iri.agent('exporter'),
      '@type': 'SoftwareApplication',
      name: 'folklore-ld',
      version: release.program,
    },
    {
      '@id': RUN,
      '@type': 'CreateAction',
      name: `folklore-ld ${release.program}`,
      instrument: to(names.iri.agent('exporter')),
      result: to(ROOT),
    },
    ...doiEntities(release),
  ];
  return `${JSON.stringify({ '@context': RO_CRATE.context, '@graph': entities }, undefined, 2)}\n`;
}

const PLACE = about('', 'place');
const RUN = about('', 'run');

function rootOf(release: DescribedRelease): object {
  const { publications, files, others, names, doi } = release;
  const publishers = [...new Set(publications.map((one) => names.iri.organisation(publisherOf(one))))].map(
    to,
  );
  const years = publications.flatMap((one) => coverageOf(one, release).years ?? []);
  return {
    '@id': ROOT,
    '@type': 'Dataset',
    name: `${titleOfWhole(publications)}, ${release.label}`,
    alternateName: `${titleOfWhole(publications, 'ga')}, ${release.label}`,
    description: (['en', 'ga'] as const)
      .flatMap((language) => publications.map((one) => TEXTS.publications[one].description[language]))
      .join('\n\n'),
    datePublished: release.issued,
    version: release.label,
    ...(doi?.reserved === undefined
      ? {}
      : { identifier: to(doiAddress(doi.reserved)), 'cite-as': doiAddress(doi.reserved) }),
    ...(doi?.concept === undefined ? {} : { isPartOf: to(doiAddress(doi.concept)) }),
    license: licencesOf(release).map((which) => to(licence(which))),
    author: publishers,
    publisher: publishers,
    creditText: publications.map((one) => creditOf(one, release)),
    inLanguage: ['ga', 'en'],
    keywords: [
      ...new Set(
        (['en', 'ga'] as const).flatMap((language) =>
          publications.flatMap((one) => TEXTS.publications[one].keywords[language]),
        ),
      ),
    ],
    spatialCoverage: to(PLACE),
    temporalCoverage:
      years.length === 0
        ? undefined
        : `${Math.min(...years.map(({ from }) => from))}/${Math.max(...years.map((one) => one.to))}`,
    url: downloadsOf(release),
    mentions: [to(RUN), ...publications.map(names.release).map(to)],
    hasPart: [...files.map(({ path }) => path), ...others.map(({ path }) => path), ...MADE_LATER].map(
      (path) => to(idOf(path)),
    ),
  };
}

/** The licences of the publications, and that of what lies beside the data. */
const licencesOf = ({ publications }: DescribedRelease): Licence[] => [
  ...new Set([...publications.map(licenceOfPublication), 'zero' as const]),
];

/** The path of a file as a relative address. */
const idOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

const fileEntity = (file: ReleasedFile, description: string | undefined): object => ({
  '@id': idOf(file.path),
  '@type': 'File',
  name: file.path,
  description,
  encodingFormat: file.compression === 'gzip' ? `${file.mediaType}+gzip` : file.mediaType,
  contentSize: String(file.bytes),
  sha256: file.sha256,
  license: to(licence(file.licence)),
});

/** The entities of the DOIs: the identifier of the release, and the deposit of all releases. */
function doiEntities({ doi, publications }: DescribedRelease): object[] {
  const identifier = (value: string) => ({
    propertyID: RO_CRATE.doi,
    value: `doi:${value}`,
    url: doiAddress(value),
  });
  const { reserved, concept } = doi ?? {};
  return [
    ...(reserved === undefined
      ? []
      : [{ '@id': doiAddress(reserved), '@type': 'PropertyValue', ...identifier(reserved) }]),
    ...(concept === undefined
      ? []
      : [
          {
            '@id': doiAddress(concept),
            '@type': 'CreativeWork',
            name: titleOfWhole(publications),
            identifier: `doi:${concept}`,
            url: doiAddress(concept),
          },
        ]),
  ];
}
