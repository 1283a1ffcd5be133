import type { ResourceDocument } from '../index/release-index.js';
import type { PageContext } from '../layout.js';
import type { PublicationNotice, Site } from '../site.js';
import type { RecordStatements } from './record-statements.js';
import { propertyName, valueInWords } from './record-values.js';

/** The publication of a dataset; what describes a release or the vocabulary goes with the first. */
export const publicationOf = (
  { manifest, publications }: Site,
  dataset: string,
): PublicationNotice | undefined => {
  const publication = manifest.datasets.find(({ name }) => name === dataset)?.publication;
  return publication === undefined ? [...publications.values()][0] : publications.get(publication);
};

/** The publications that have statements in some documents, each once. */
export const publicationsOf = (site: Site, documents: readonly ResourceDocument[]): PublicationNotice[] => [
  ...new Set(documents.flatMap(({ dataset }) => publicationOf(site, dataset) ?? [])),
];

/** The one publication that a record is cited with: of two, that of the service which has a page about the record. */
export function citedPublication(
  site: Site,
  iri: string,
  documents: readonly ResourceDocument[],
): PublicationNotice | undefined {
  const own = documents.find(({ quads }) =>
    quads.some(({ subject, predicate }) => subject.value === iri && predicate.value === site.iriOf('url')),
  );
  return publicationOf(site, (own ?? documents[0])?.dataset ?? '');
}

/** The rights of what a picture shows, as the record states them, with their holder; undefined where it states none. */
export function pictureRights(record: RecordStatements): string | undefined {
  const { site, words } = record.context;
  const stated = record.values('rights').map((value) => `${valueInWords(record, value)} (${value.value})`);
  if (stated.length === 0) return undefined;
  const holders = record
    .values('copyrightHolder')
    .map((value) => `${propertyName(record, site.iriOf('copyrightHolder'))}: ${valueInWords(record, value)}`);
  return `${words('pictureRights')}: ${[...stated, ...holders].join(', ')}`;
}

/** The licence of the data of a publication, with its credit line: that of a publisher is in English. */
export function dataLicence({ words, language }: PageContext, notice: PublicationNotice): string {
  const credit = (language === 'ga' ? notice.irishCredit : undefined) ?? notice.credit;
  return `${words('dataLicence')}: ${credit.replace(/\.$/, '')} (${notice.licence})`;
}
