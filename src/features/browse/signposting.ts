import { doiAddress, rdf, webAddress } from '../../model/rdf/iris.js';
import type { ResourceDocument } from './index/release-index.js';
import { addressInFormat, type PageContext, pageOfRecord } from './layout.js';
import { CITATION_FORMATS, citedPeople } from './record/citations.js';
import { publicationsOf } from './record/publications.js';
import { RecordStatements } from './record/record-statements.js';
import { DATA_FORMATS, LINKSET, SUFFIXES } from './record/representations.js';
import { SCHEMA, schemaStatements } from './record/structured-data.js';

/* Typed links for programs, in headers (RFC 8288) and as a linkset (RFC 9264), by the FAIR Signposting Profile. */

/** A link of a page. */
interface TypedLink {
  readonly rel: string;
  readonly target: string;
  readonly type?: string;
}

/** The most links with one relation: proxies take heads of a few kilobytes. */
const MOST_ALIKE = 10;

/** A web address in ASCII, without brackets and quotes; undefined for anything else. */
function plainAddress(iri: string): string | undefined {
  const address = webAddress(iri) ?? '';
  return URL.canParse(address) ? new URL(address).href : undefined;
}

/**
 * Links as the value of a header. What is no web address is left out.
 *
 * @param from where the links are from, in a linkset
 */
export const linkField = (links: readonly TypedLink[], from?: string): string =>
  links
    .flatMap(({ rel, target, type }) => {
      const address = plainAddress(target);
      const attributes = { rel, type, anchor: from && plainAddress(from) };
      const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
      return address === undefined
        ? []
        : `<${address}>${given.map(([name, value]) => `; ${name}="${value}"`).join('')}`;
    })
    .join(from === undefined ? ', ' : ' ,\n');

const plainType = (mediaType: string): string => mediaType.split(';')[0] ?? '';

/** Links by their relation. */
const linksTo = (targets: Readonly<Record<string, readonly string[]>>): TypedLink[] =>
  Object.entries(targets).flatMap(([rel, all]) =>
    [...new Set(all)].slice(0, MOST_ALIKE).map((target) => ({ rel, target })),
  );

/** The links of the page of a record: IRI, forms, licence, types, collection and authors (level 1 of the profile). */
export function linksOfRecord(
  context: PageContext,
  path: string,
  documents: readonly ResourceDocument[],
): readonly TypedLink[] {
  const { site, origin } = context;
  const record = new RecordStatements(context, path, documents);
  const summary = site.index.summary(path);
  const describedBy = (name: string, mediaType: string): TypedLink => ({
    ...{ rel: 'describedby', target: origin + addressInFormat(site, path, name), type: plainType(mediaType) },
  });
  const data = Object.keys(DATA_FORMATS) as (keyof typeof DATA_FORMATS)[];
  const people = summary === undefined ? [] : citedPeople(site, summary);
  const citations = summary === undefined ? [] : Object.entries(CITATION_FORMATS);
  const classes = schemaStatements(site, record.iri, documents).flatMap(({ subject, predicate, object }) =>
    subject.value === record.iri && predicate.value === rdf.type ? object.value : [],
  );
  return [
    ...linksTo({
      'cite-as': [record.iri],
      type: [`${SCHEMA}AboutPage`, ...classes],
      license: licencesOf(context, documents),
      collection: record.values('isPartOf').map(({ value }) => value),
      author: people.map((person) => site.manifest.base + person.path),
    }),
    ...data.map((name) => describedBy(name, SUFFIXES[name])),
    ...citations.map(([name, { mediaType }]) => describedBy(name, mediaType)),
    {
      ...{ rel: 'linkset', type: LINKSET.mediaType },
      target: `${origin}/id?iri=${encodeURIComponent(record.iri)}&format=${LINKSET.name}`,
    },
  ];
}

const licencesOf = (context: PageContext, documents: readonly ResourceDocument[]): string[] =>
  publicationsOf(context.site, documents).map(({ licence }) => licence);

/** The links of a record in a format: to the page that it describes, and to the licence. */
export const linksOfData = (
  context: PageContext,
  path: string,
  documents: readonly ResourceDocument[],
): readonly TypedLink[] => [
  {
    ...{ rel: 'describes', type: SUFFIXES.html },
    target: context.origin + pageOfRecord(context.site.index.summary(path) ?? { path, kind: null }),
  },
  ...linksTo({ license: licencesOf(context, documents) }),
];

/** The links of the pages about the whole release. What the pages are cited as is the DOI, if any, else the data base. */
export function linksOfRelease({ site, origin }: PageContext): readonly TypedLink[] {
  const { base, doi } = site.manifest;
  const cited = doi?.reserved ?? doi?.concept;
  const files = [...site.files.values()].filter(({ path }) => /^(?:void\.ttl|dataset\.jsonld)$/.test(path));
  return [
    ...linksTo({
      'cite-as': [cited === undefined ? base : doiAddress(cited)],
      type: [`${SCHEMA}AboutPage`, `${SCHEMA}DataCatalog`],
      license: [...site.publications.values()].map(({ licence }) => licence),
      author: [...site.publications.values()].map(({ publisher }) => publisher.iri),
    }),
    { rel: 'describedby', target: `${origin}/dcat.ttl`, type: SUFFIXES.ttl },
    ...files.map(({ path, mediaType }) => ({
      ...{ rel: 'describedby', target: `${origin}/files/${path}`, type: plainType(mediaType) },
    })),
  ];
}
