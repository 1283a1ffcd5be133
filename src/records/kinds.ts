import type { Origin } from '../base/origin.js';
import { type AccessField, withoutPages } from '../mapping/access.js';
import { describeCollection } from '../mapping/archive/collection.js';
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
import type { MappingContext } from '../mapping/context.js';
import {
  identifyCountry,
  identifyLocation,
  identifyLocationAbroad,
  identifyPerson,
  identifyPlace,
} from '../mapping/identity-links.js';
import { describeOmission } from '../mapping/omission.js';
import { describeOrganisation, type OrganisationName } from '../mapping/organisation.js';
import { withoutIdentity } from '../mapping/persons-profile.js';
import { describePlace, describePlaceSummary } from '../mapping/placenames/place.js';
import { describeCluster, describeResource, describeSupplier } from '../mapping/placenames/place-parts.js';
import {
  describeAcceptability,
  describeCategory,
  describeGlossary,
} from '../mapping/placenames/reference-lists.js';
import { describeLexicon, describeScheme } from '../mapping/scheme.js';
import type { Node } from '../rdf/node.js';
import type { SchoolsPerson } from '../schema/archive/schools.js';
import type { Published } from '../schema/privileged.js';
import type { Dataset } from './datasets.js';
import type { Kind, RecordOf, RecordRef, SourceRecord } from './record.js';
import type { SharingContext } from './shared-records.js';
import * as shared from './shared-records.js';

/** Asks whether a unit is withheld. */
export type IsWithheld = (ref: RecordRef) => boolean;

/** One kind of record, from the publication filter to the file it is written to. */
export interface KindRow<K extends Kind> {
  /** In summaries: a plural. */
  readonly title: string;
  readonly dataset: Dataset | ((record: Published<RecordOf[K]>) => Dataset);
  /** The privileged fields that decide over a record of this kind (model 3.0). */
  readonly accessFields: readonly AccessField[];
  /** Things it speaks of that no list of the services need hold: places, transcribers, statuses of names. */
  readonly sharedRecords?: (
    record: RecordOf[K],
    origin: Origin,
    sharing: SharingContext,
  ) => readonly SourceRecord[];
  /** People as recorded in it: described once, with everything they are recorded in. */
  readonly observedPeople?: (record: RecordOf[K]) => readonly SchoolsPerson[];
  /** Drops references to what is withheld. */
  readonly withoutWithheld?: (record: RecordOf[K], isWithheld: IsWithheld) => RecordOf[K];
  /** Leaves of the people recorded in it only that they took part (model 5.5, `roles-only`). */
  readonly anonymise?: (record: RecordOf[K]) => RecordOf[K];
  readonly map: (record: Published<RecordOf[K]>, setting: MappingContext) => Node;
  /**
   * What the same thing is elsewhere, said apart from everything else of the record, in a dataset of its own
   * (model 2.4). It stands or falls with the record, and is counted with it.
   */
  readonly identity?: {
    readonly dataset: Dataset;
    readonly describe: (record: Published<RecordOf[K]>, setting: MappingContext) => Node;
  };
}

/** A list of concepts stands with its concepts. */
const SCHEMES: Readonly<Record<RecordOf['scheme']['scheme'], Dataset>> = {
  'cbes/topics': 'schools',
  handbook: 'photographs',
  'cbed/occupations': 'people',
  category: 'places',
  acceptability: 'places',
};

/** An organisation stands with what it publishes. */
const PUBLISHED_BY: Readonly<Record<OrganisationName, Dataset>> = {
  archive: 'collections',
  placenames: 'places',
};

/** THE TABLE. A new kind of record is a row here, and a file of the same stem in each room. */
export const KINDS: { readonly [K in Kind]: KindRow<K> } = {
  organisation: {
    title: 'organisations',
    dataset: ({ organisation }) => PUBLISHED_BY[organisation],
    accessFields: [],
    map: ({ organisation }, setting) => describeOrganisation(organisation, setting),
  },
  collection: {
    title: 'collections',
    dataset: 'collections',
    accessFields: [],
    map: ({ collection }, setting) => describeCollection(collection, setting),
  },
  'cbe.volume': {
    title: 'manuscripts: volumes',
    dataset: 'manuscripts',
    accessFields: ['status'],
    map: (volume, setting) => describeVolume('cbe', volume, setting),
  },
  'cbe.part': {
    title: 'manuscripts: parts',
    dataset: 'manuscripts',
    accessFields: [],
    sharedRecords: shared.ofManuscripts,
    withoutWithheld: (part, isWithheld) => ({
      ...part,
      titlePages: part.titlePages.filter((page) => !isWithheld({ kind: 'cbe.page', id: page })),
    }),
    map: describeManuscriptPart,
  },
  'cbe.item': {
    title: 'manuscripts: items',
    dataset: 'manuscripts',
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
  },
  'cbe.page': {
    title: 'manuscripts: pages',
    dataset: 'manuscripts',
    accessFields: ['sensitive'],
    map: (page, setting) => describePage('cbe', page, setting),
  },
  'cbes.volume': {
    title: 'schools: volumes',
    dataset: 'schools',
    accessFields: ['status'],
    map: (volume, setting) => describeVolume('cbes', volume, setting),
  },
  'cbes.part': {
    title: 'schools: parts',
    dataset: 'schools',
    accessFields: [],
    sharedRecords: shared.ofSchoolsPart,
    observedPeople: (part) => part.teachers,
    anonymise: (part) => ({ ...part, teachers: part.teachers.map(withoutIdentity) }),
    withoutWithheld: (part, isWithheld) => ({
      ...part,
      titlePages: part.titlePages.filter((page) => !isWithheld({ kind: 'cbes.page', id: page })),
    }),
    map: describeSchoolsPart,
  },
  'cbes.item': {
    title: 'schools: items',
    dataset: 'schools',
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
  },
  'cbes.page': {
    title: 'schools: pages',
    dataset: 'schools',
    accessFields: ['sensitive'],
    map: (page, setting) => describePage('cbes', page, setting),
  },
  'cbes.topic': { title: 'schools: topics', dataset: 'schools', accessFields: [], map: describeSchoolsTopic },
  'cbes.person': {
    title: 'schools: people as recorded',
    dataset: 'schools-people',
    accessFields: [],
    map: describeSchoolsPerson,
  },
  'cbes.transcript': {
    title: 'schools: transcripts',
    dataset: 'transcripts',
    accessFields: ['approved'],
    sharedRecords: shared.ofTranscript,
    map: describeTranscript,
  },
  'cbes.transcriber': {
    title: 'schools: transcribers',
    dataset: 'transcribers',
    accessFields: [],
    map: describeTranscriber,
  },
  'cbeg.photograph': {
    title: 'photographs',
    dataset: 'photographs',
    accessFields: ['status', 'sensitive'],
    sharedRecords: shared.ofPhotograph,
    map: describePhotograph,
  },
  'cbeg.topic': {
    title: 'photographs: handbook topics',
    dataset: 'photographs',
    accessFields: [],
    sharedRecords: shared.ofHandbookTopic,
    map: describeHandbookTopic,
  },
  'cbed.person': {
    title: 'people',
    dataset: 'people',
    accessFields: [],
    sharedRecords: shared.ofPerson,
    map: describePerson,
    identity: { dataset: 'links', describe: identifyPerson },
  },
  'cbed.occupation': {
    title: 'people: occupations',
    dataset: 'people',
    accessFields: [],
    map: describeOccupation,
  },
  county: {
    title: 'locations: counties',
    dataset: 'locations',
    accessFields: [],
    map: describeCounty,
    identity: { dataset: 'links', describe: identifyLocation },
  },
  'location-ireland': {
    title: 'locations: in Ireland',
    dataset: 'locations',
    accessFields: [],
    sharedRecords: shared.ofLocationIreland,
    map: describeLocationIreland,
    identity: { dataset: 'links', describe: identifyLocation },
  },
  country: {
    title: 'locations: countries',
    dataset: 'locations',
    accessFields: [],
    map: describeCountry,
    identity: { dataset: 'links', describe: identifyCountry },
  },
  'location-abroad': {
    title: 'locations: abroad',
    dataset: 'locations',
    accessFields: [],
    sharedRecords: shared.ofLocationAbroad,
    map: describeLocationAbroad,
    identity: { dataset: 'links', describe: identifyLocationAbroad },
  },
  place: {
    title: 'places',
    dataset: 'places',
    accessFields: [],
    sharedRecords: shared.ofPlace,
    map: describePlace,
    identity: { dataset: 'placenames-links', describe: identifyPlace },
  },
  'place-summary': {
    title: 'places: known from others only',
    dataset: 'places',
    accessFields: [],
    sharedRecords: shared.ofPlaceSummary,
    map: describePlaceSummary,
    identity: {
      dataset: 'placenames-links',
      describe: ({ id }, setting) => identifyLocation({ logainmID: id }, setting),
    },
  },
  category: { title: 'places: categories', dataset: 'places', accessFields: [], map: describeCategory },
  glossary: { title: 'places: glossary entries', dataset: 'places', accessFields: [], map: describeGlossary },
  acceptability: {
    title: 'places: name statuses',
    dataset: 'places',
    accessFields: [],
    map: describeAcceptability,
  },
  cluster: { title: 'places: clusters', dataset: 'places', accessFields: [], map: describeCluster },
  resource: {
    title: 'places: documents',
    dataset: 'places',
    accessFields: [],
    sharedRecords: shared.ofResource,
    map: describeResource,
  },
  supplier: { title: 'places: suppliers', dataset: 'places', accessFields: [], map: describeSupplier },
  scheme: {
    title: 'lists',
    dataset: ({ scheme }) => SCHEMES[scheme],
    accessFields: [],
    map: describeScheme,
  },
  lexicon: {
    title: 'lexicons',
    dataset: 'places',
    accessFields: [],
    map: ({ words }, setting) => describeLexicon(words, setting),
  },
  omission: {
    title: 'not here, but referred to',
    dataset: 'omissions',
    accessFields: [],
    map: describeOmission,
  },
};

/** The row of a unit's kind, typed for its record. */
export function kindOf<K extends Kind>(one: { readonly kind: K }): KindRow<K> {
  return KINDS[one.kind];
}
