import { z } from 'zod';
import { withoutPages } from '../mapping/access.js';
import { describeManuscriptItem, describeManuscriptPart } from '../mapping/archive/manuscripts.js';
import { describePerson } from '../mapping/archive/person.js';
import { describePhotograph } from '../mapping/archive/photograph.js';
import {
  describeCountry,
  describeCounty,
  describeLocationAbroad,
  describeLocationIreland,
} from '../mapping/archive/places.js';
import {
  describeHandbookTopic,
  describeOccupation,
  describeSchoolsTopic,
} from '../mapping/archive/reference-lists.js';
import { describeSchoolsItem, describeSchoolsPart } from '../mapping/archive/schools.js';
import { describeSchoolsPerson } from '../mapping/archive/schools-person.js';
import { describeTranscriber, describeTranscript } from '../mapping/archive/transcript.js';
import { describePage, describeVolume } from '../mapping/archive/volume.js';
import type { IdentityClaims } from '../mapping/identity-links.js';
import type { MappingContext } from '../mapping/mapping-context.js';
import type { OrganisationName } from '../mapping/organisation.js';
import {
  describeCollection,
  describeEffective,
  describeLexicon,
  describeOmission,
  describeOrganisation,
  describeScheme,
  EFFECTIVE_FROM,
} from '../mapping/own-records.js';
import { withoutIdentity } from '../mapping/persons-profile.js';
import { describePlace, describePlaceSummary } from '../mapping/placenames/place.js';
import { describeCluster, describeResource, describeSupplier } from '../mapping/placenames/place-parts.js';
import {
  describeAcceptability,
  describeCategory,
  describeGlossary,
} from '../mapping/placenames/reference-lists.js';
import {
  classificationRows,
  describeClassified,
  describeSubject,
  describeSubjectScheme,
  MAPPING_RELATIONS,
  schemeRow,
} from '../mapping/subjects.js';
import type { Collection, Iris, Scheme } from '../rdf/iris.js';
import { manuscriptItem, manuscriptPart } from '../schema/archive/manuscripts.js';
import { person } from '../schema/archive/person.js';
import { photograph } from '../schema/archive/photograph.js';
import * as locations from '../schema/archive/places.js';
import * as lists from '../schema/archive/reference-lists.js';
import { schoolsItem, schoolsPart, schoolsPerson, transcript } from '../schema/archive/schools.js';
import * as volumes from '../schema/archive/volume.js';
import { code, id, text } from '../schema/fields.js';
import * as placenames from '../schema/placenames/place.js';
import { category, glossary } from '../schema/placenames/reference-lists.js';
import { DATASETS, type Dataset, type Group } from './datasets.js';
import { type KindRow, kind } from './kind-row.js';
import { unpackManuscripts, unpackPlace, unpackSchools, unpackTopics } from './nested-records.js';
import type { Kind, PublishableRecord } from './record.js';
import * as shared from './shared-records.js';

/** An organisation is in a dataset that it publishes. */
const PUBLISHED_BY: Readonly<Record<OrganisationName, Dataset>> = {
  archive: 'collections',
  placenames: 'places',
};

/** A concept scheme is in the dataset of its concepts. */
const SCHEMES: Readonly<Record<Exclude<Scheme, 'glossary'>, Dataset>> = {
  'cbes/topics': 'schools',
  handbook: 'photographs',
  'cbed/occupations': 'people',
  category: 'places',
  acceptability: 'places',
};

const IN_VOLUME = { volumeID: id, volumeNumber: code.optional() };
const IN_PART = { partID: id };

const conceptKey = { scheme: code, notation: code };
const subjectLabels = { labelEN: text.optional(), labelGA: text.optional() };
const classification = z.object({
  ...conceptKey,
  ...subjectLabels,
  source: text,
  date: text.optional(),
  relation: z.enum(MAPPING_RELATIONS).optional(),
});

/** Of records that are named by the path of the record that they add to, below the data base. */
const AT_PATH = { iri: (iri: Iris, path: string) => `${iri.base}${path}`, sharesIri: true } as const;

/** A place in Ireland as the archive or another place names it, unless the place-names database has merged it. */
const claimsOfLocation = (
  id: number,
  { placeRecord }: Pick<MappingContext, 'placeRecord'>,
): IdentityClaims => (placeRecord(id)?.replacementID === undefined ? { linkedPlace: id } : {});

/**
 * The table of kinds, in the order of summaries; `RecordOf` has the type of each. All of the following is derived from
 * the table: the answers that a build reads (sources.ts), IRIs (record-iri.ts), the lists that a harvest asks for, access
 * control, counts, the names that `explain` takes, and docs/coverage.md.
 */
export const KINDS: { readonly [K in Kind]: KindRow<K> } = {
  organisation: kind({
    title: 'organisations',
    dataset: ({ organisation }) => PUBLISHED_BY[organisation],
    around: { organisation: text },
    iri: (iri, name: OrganisationName) => iri.organisation(name),
    map: ({ organisation }, context) => describeOrganisation(organisation, context),
  }),
  collection: kind({
    title: 'collections',
    dataset: 'collections',
    around: { collection: z.enum(['cbe', 'cbes', 'cbeg', 'cbed']) },
    iri: (iri, collection: Collection) => iri.collection(collection),
    map: ({ collection }, context) => describeCollection(collection, context),
  }),
  'cbe.volume': kind({
    title: 'manuscripts: volumes',
    dataset: 'manuscripts',
    schema: volumes.manuscriptVolume,
    indexSchema: volumes.manuscriptVolumeSummary,
    contains: { pages: 'cbe.page', parts: 'cbe.part' },
    responses: { requests: /^\/cbe\?/, unpack: unpackManuscripts },
    iri: (iri, id: number) => iri.volume('cbe', id),
    accessFields: ['status'],
    map: (volume, context) => describeVolume('cbe', volume, context),
  }),
  'cbe.part': kind({
    title: 'manuscripts: parts',
    dataset: 'manuscripts',
    schema: manuscriptPart,
    around: IN_VOLUME,
    contains: { items: 'cbe.item' },
    iri: (iri, id: number) => iri.part('cbe', id),
    sharedRecords: shared.ofManuscripts,
    withoutWithheld: (part, isWithheld) => ({
      ...part,
      titlePages: part.titlePages.filter((page) => !isWithheld({ kind: 'cbe.page', id: page })),
    }),
    map: describeManuscriptPart,
  }),
  'cbe.item': kind({
    title: 'manuscripts: items',
    dataset: 'manuscripts',
    schema: manuscriptItem,
    around: IN_PART,
    iri: (iri, id: number) => iri.item('cbe', id),
    accessFields: ['sensitive'],
    sharedRecords: shared.ofManuscripts,
    withoutWithheld: (item, isWithheld) => ({
      ...withoutPages(item, (page) => isWithheld({ kind: 'cbe.page', id: page })),
      linkedItems: item.linkedItems
        .filter((link) => !isWithheld({ kind: 'cbe.item', id: link.itemID }))
        .map((link) =>
          link.pageID !== undefined && isWithheld({ kind: 'cbe.page', id: link.pageID })
            ? { ...link, pageID: undefined }
            : link,
        ),
    }),
    map: describeManuscriptItem,
  }),
  'cbe.page': kind({
    title: 'manuscripts: pages',
    dataset: 'manuscripts',
    schema: volumes.manuscriptPage,
    around: IN_VOLUME,
    iri: (iri, id: number) => iri.page('cbe', id),
    accessFields: ['sensitive'],
    map: (page, context) => describePage('cbe', page, context),
  }),
  'cbes.volume': kind({
    title: 'schools: volumes',
    dataset: 'schools',
    schema: volumes.schoolsVolume,
    indexSchema: volumes.schoolsVolumeSummary,
    contains: { pages: 'cbes.page', parts: 'cbes.part' },
    responses: { requests: /^\/cbes\?/, unpack: unpackSchools },
    iri: (iri, id: number) => iri.volume('cbes', id),
    accessFields: ['status'],
    map: (volume, context) => describeVolume('cbes', volume, context),
  }),
  'cbes.part': kind({
    title: 'schools: parts',
    dataset: 'schools',
    schema: schoolsPart,
    around: IN_VOLUME,
    contains: { items: 'cbes.item' },
    iri: (iri, id: number) => iri.part('cbes', id),
    sharedRecords: shared.ofSchoolsPart,
    observedPeople: (part) => part.teachers,
    anonymise: (part) => ({ ...part, teachers: part.teachers.map(withoutIdentity) }),
    withoutWithheld: (part, isWithheld) => ({
      ...part,
      titlePages: part.titlePages.filter((page) => !isWithheld({ kind: 'cbes.page', id: page })),
    }),
    map: describeSchoolsPart,
  }),
  'cbes.item': kind({
    title: 'schools: items',
    dataset: 'schools',
    schema: schoolsItem,
    around: IN_PART,
    iri: (iri, id: number) => iri.item('cbes', id),
    accessFields: ['sensitive'],
    sharedRecords: shared.ofSchoolsItem,
    observedPeople: (item) => [...item.collectors, ...item.informants],
    anonymise: (item) => ({
      ...item,
      collectors: item.collectors.map(withoutIdentity),
      informants: item.informants.map(withoutIdentity),
    }),
    withoutWithheld: (item, isWithheld) =>
      withoutPages(item, (page) => isWithheld({ kind: 'cbes.page', id: page })),
    map: describeSchoolsItem,
  }),
  'cbes.page': kind({
    title: 'schools: pages',
    dataset: 'schools',
    schema: volumes.schoolsPage,
    around: IN_VOLUME,
    contains: { transcripts: 'cbes.transcript' },
    iri: (iri, id: number) => iri.page('cbes', id),
    accessFields: ['sensitive'],
    map: (page, context) => describePage('cbes', page, context),
  }),
  'cbes.topic': kind({
    title: 'schools: topics',
    dataset: 'schools',
    schema: lists.schoolsTopic,
    around: { parentID: id.optional() },
    contains: { subTopics: 'cbes.topic' },
    responses: { lists: ['/cbes/topics'], unpack: unpackTopics },
    iri: (iri, id: number) => iri.schoolsTopic(id),
    scheme: 'cbes/topics',
    map: describeSchoolsTopic,
  }),
  // Sent with each part and item in which they are recorded; collected by their id.
  'cbes.person': kind({
    title: 'schools: people as recorded',
    dataset: 'schools-people',
    schema: z.object({
      id,
      occurrences: z.array(
        z.object({ person: schoolsPerson, source: z.object({ kind: z.enum(['item', 'part']), id }) }),
      ),
    }),
    // An id of several people is a number; each of them has the end of an IRI as id.
    iri: (iri, id: number | string) =>
      /^\d+$/.test(String(id)) ? iri.schoolsPerson(Number(id)) : `${iri.collection('cbes')}/${id}`,
    map: describeSchoolsPerson,
  }),
  'cbes.transcript': kind({
    title: 'schools: transcripts',
    dataset: 'transcripts',
    schema: transcript,
    around: { pageID: id, languages: z.array(code) },
    iri: (iri, id: number) => iri.transcript(id),
    accessFields: ['approved'],
    sharedRecords: shared.ofTranscript,
    map: describeTranscript,
  }),
  'cbes.transcriber': kind({
    title: 'schools: transcribers',
    dataset: 'transcribers',
    schema: transcript.shape.transcribers.element,
    iri: (iri, id: number) => iri.transcriber(id),
    map: describeTranscriber,
  }),
  'cbeg.photograph': kind({
    title: 'photographs',
    dataset: 'photographs',
    schema: photograph,
    responses: { requests: /^\/cbeg(\?|\/\d+$)/ },
    iri: (iri, id: number) => iri.photograph(id),
    accessFields: ['status', 'sensitive'],
    sharedRecords: shared.ofPhotograph,
    map: describePhotograph,
  }),
  'cbeg.topic': kind({
    title: 'photographs: handbook topics',
    dataset: 'photographs',
    schema: lists.handbookTopic,
    responses: { lists: ['/cbeg/topics/handbook'], readBefore: 'cbeg.photograph' },
    iri: (iri, code: string) => iri.handbookTopic(code),
    scheme: 'handbook',
    sharedRecords: shared.ofHandbookTopic,
    map: describeHandbookTopic,
  }),
  'cbed.person': kind({
    title: 'people',
    dataset: 'people',
    schema: person,
    responses: { requests: /^\/cbed(\?Page=\d+|\/\d+)?$/ },
    iri: (iri, id: number) => iri.person(id),
    sharedRecords: shared.ofPerson,
    map: describePerson,
    identity: { dataset: 'links', claims: ({ viafID }) => ({ authority: viafID }) },
  }),
  'cbed.occupation': kind({
    title: 'people: occupations',
    dataset: 'people',
    schema: lists.occupation,
    responses: { lists: ['/cbed/occupations'], readBefore: 'cbed.person' },
    iri: (iri, code: string) => iri.occupation(code),
    scheme: 'cbed/occupations',
    map: describeOccupation,
  }),
  county: kind({
    title: 'locations: counties',
    dataset: 'locations',
    schema: locations.county,
    responses: { lists: ['/counties'] },
    id: ({ logainmID }) => logainmID,
    iri: (iri, id: number) => iri.place(id),
    sharesIri: true,
    map: describeCounty,
    identity: {
      dataset: 'links',
      claims: ({ logainmID }, context) => claimsOfLocation(logainmID, context),
    },
  }),
  'location-ireland': kind({
    title: 'locations: in Ireland',
    dataset: 'locations',
    schema: locations.locationIreland,
    iri: (iri, id: number) => iri.place(id),
    sharesIri: true,
    sharedRecords: shared.ofLocationIreland,
    map: describeLocationIreland,
    identity: {
      dataset: 'links',
      claims: ({ logainmID }, context) => claimsOfLocation(logainmID, context),
    },
  }),
  country: kind({
    title: 'locations: countries',
    dataset: 'locations',
    schema: locations.country,
    responses: { lists: ['/countries'] },
    id: ({ isoCode }) => isoCode.toUpperCase(),
    iri: (iri, isoCode: string) => iri.country(isoCode),
    map: describeCountry,
    identity: { dataset: 'links', claims: ({ geoNameID }) => ({ gazetteer: geoNameID }) },
  }),
  'location-abroad': kind({
    title: 'locations: abroad',
    dataset: 'locations',
    schema: locations.locationAbroad,
    iri: (iri, id: number) => iri.abroad(id),
    sharedRecords: shared.ofLocationAbroad,
    map: describeLocationAbroad,
    identity: { dataset: 'links', claims: ({ geoNameID }) => ({ gazetteer: geoNameID }) },
  }),
  place: kind({
    title: 'places',
    dataset: 'places',
    schema: placenames.place,
    // A query for a single record is made for the total only; that record is in another answer too.
    responses: {
      requests: /^\/(counties(\?Page=\d+)?|\?(?!.*&PerPage=1$).*|\d+)$/,
      unpack: unpackPlace,
    },
    iri: (iri, id: number) => iri.place(id),
    sharedRecords: shared.ofPlace,
    map: describePlace,
    identity: {
      dataset: 'placenames-links',
      claims: ({ id, replacementID, sameAs }) =>
        replacementID === undefined ? { linkedPlace: id, given: sameAs.map(({ uri }) => uri) } : {},
    },
  }),
  // Sent with the places that lie in it.
  'place-summary': kind({
    title: 'places: from others only',
    dataset: 'places',
    schema: placenames.placeSummary,
    iri: (iri, id: number) => iri.place(id),
    sharesIri: true,
    sharedRecords: shared.ofPlaceSummary,
    map: describePlaceSummary,
    identity: {
      dataset: 'placenames-links',
      claims: ({ id }, context) => claimsOfLocation(id, context),
    },
  }),
  category: kind({
    title: 'places: categories',
    dataset: 'places',
    schema: category,
    responses: { lists: ['/administrative-units', '/features'], readBefore: 'place' },
    iri: (iri, code: string) => iri.category(code),
    scheme: 'category',
    map: describeCategory,
  }),
  glossary: kind({
    title: 'places: glossary entries',
    dataset: 'places',
    schema: glossary,
    responses: { lists: ['/glossary'], readBefore: 'place' },
    iri: (iri, id: number) => iri.glossary(id),
    scheme: 'glossary',
    map: describeGlossary,
  }),
  acceptability: kind({
    title: 'places: name statuses',
    dataset: 'places',
    schema: placenames.acceptability,
    iri: (iri, id: number) => iri.acceptability(id),
    scheme: 'acceptability',
    map: describeAcceptability,
  }),
  cluster: kind({
    title: 'places: clusters',
    dataset: 'places',
    schema: placenames.cluster,
    iri: (iri, id: number) => iri.cluster(id),
    map: describeCluster,
  }),
  resource: kind({
    title: 'places: documents',
    dataset: 'places',
    schema: placenames.resource,
    iri: (iri, id: number) => iri.resource(id),
    sharedRecords: shared.ofResource,
    map: describeResource,
  }),
  supplier: kind({
    title: 'places: suppliers',
    dataset: 'places',
    schema: placenames.resource.shape.supplier.unwrap(),
    iri: (iri, id: number) => iri.supplier(id),
    map: describeSupplier,
  }),
  scheme: kind({
    title: 'lists',
    dataset: ({ scheme }) => SCHEMES[scheme],
    around: { scheme: code, topConcepts: z.array(z.union([id, code])) },
    iri: (iri, scheme: Scheme) => iri.scheme(scheme),
    map: describeScheme,
  }),
  lexicon: kind({
    title: 'lexicons',
    dataset: 'places',
    around: { words: z.array(id) },
    iri: (iri) => iri.scheme('glossary'),
    sharesIri: true,
    map: ({ words }, context) => describeLexicon(words, context),
  }),
  effective: kind({
    title: 'works: what holds for them',
    dataset: 'effective',
    around: {
      path: text,
      counties: z.array(id),
      countiesFrom: z.enum(EFFECTIVE_FROM).optional(),
      date: text.optional(),
      fromYear: z.int().optional(),
      toYear: z.int().optional(),
      dateFrom: z.enum(EFFECTIVE_FROM).optional(),
      dateQualifier: text.optional(),
    },
    ...AT_PATH,
    map: describeEffective,
  }),
  classification: kind({
    title: 'works and topics: how they are classified',
    dataset: 'subjects',
    around: { path: text, label: text, classifications: z.array(classification) },
    ...AT_PATH,
    map: describeClassified,
    inTables: classificationRows,
  }),
  subject: kind({
    title: 'classifications: concepts',
    dataset: 'subjects',
    around: { ...conceptKey, ...subjectLabels, elsewhere: z.array(text) },
    ...AT_PATH,
    map: describeSubject,
    inTables: ({ scheme }) => ({ schemeOfConcept: scheme }),
  }),
  'subject-scheme': kind({
    title: 'classifications: schemes',
    dataset: 'subjects',
    around: {
      scheme: code,
      ...subjectLabels,
      notations: z.array(code),
      works: z.int(),
      topics: z.int(),
    },
    ...AT_PATH,
    map: describeSubjectScheme,
    inTables: schemeRow,
  }),
  omission: kind({
    title: 'not here, but referred to',
    dataset: 'omissions',
    around: { path: text, reason: z.enum(['rejected', 'absent']) },
    ...AT_PATH,
    map: describeOmission,
  }),
};

/** Every kind, in the order of the table. */
export const KIND_NAMES = Object.keys(KINDS) as readonly Kind[];

/** The row of a record's kind, typed for the record. */
export const kindOf = <K extends Kind>({ kind }: { readonly kind: K }): KindRow<K> => KINDS[kind];

/** The dataset of a record. */
export function datasetOf({ kind, record }: Pick<PublishableRecord, 'kind' | 'record'>): Dataset {
  const { dataset } = kindOf({ kind });
  return typeof dataset === 'function' ? dataset(record as never) : dataset;
}

/** Whether a build of some groups writes a dataset for records of a kind. */
export function isIncluded(kind: Kind, groups: readonly Group[]): boolean {
  const { dataset } = KINDS[kind];
  return typeof dataset === 'function' || DATASETS[dataset].of.some((group: Group) => groups.includes(group));
}
