import type { Origin } from '../base/origin.js';
import type { SchoolsPerson } from '../dictionary/archive/schools-person.js';
import type { Published } from '../dictionary/privileged.js';
import { describeCollection } from '../mapping/archive/collection.js';
import { describeCountry } from '../mapping/archive/country.js';
import { describeCounty } from '../mapping/archive/county.js';
import { describeHandbookTopic } from '../mapping/archive/handbook-topic.js';
import { describeLocationAbroad } from '../mapping/archive/location-abroad.js';
import { describeLocationIreland } from '../mapping/archive/location-ireland.js';
import { describeManuscriptItem } from '../mapping/archive/manuscript-item.js';
import { describeManuscriptPart } from '../mapping/archive/manuscript-part.js';
import { describeOccupation } from '../mapping/archive/occupation.js';
import { describePage } from '../mapping/archive/page.js';
import { describePerson } from '../mapping/archive/person.js';
import { describePhotograph } from '../mapping/archive/photograph.js';
import { describeSchoolsItem } from '../mapping/archive/schools-item.js';
import { describeSchoolsPart } from '../mapping/archive/schools-part.js';
import { describeSchoolsPerson } from '../mapping/archive/schools-person.js';
import { describeSchoolsTopic } from '../mapping/archive/schools-topic.js';
import { describeTranscriber, describeTranscript } from '../mapping/archive/transcript.js';
import { describeVolume } from '../mapping/archive/volume.js';
import {
  identifyCountry,
  identifyLocation,
  identifyLocationAbroad,
  identifyPerson,
  identifyPlace,
} from '../mapping/identity.js';
import { describeOrganisation, type OrganisationName } from '../mapping/organisation.js';
import { withoutIdentity } from '../mapping/people.js';
import { describeAcceptability } from '../mapping/placenames/acceptability.js';
import { describeCategory } from '../mapping/placenames/category.js';
import { describeCluster } from '../mapping/placenames/cluster.js';
import { describeGlossary } from '../mapping/placenames/glossary.js';
import { describePlace } from '../mapping/placenames/place.js';
import { describeResource, describeSupplier } from '../mapping/placenames/resource.js';
import { type Gate, withoutPages } from '../mapping/publication.js';
import { describeLexicon, describeScheme } from '../mapping/scheme.js';
import type { Setting } from '../mapping/setting.js';
import type { Node } from '../rdf/node.js';
import * as shared from './shared.js';
import type { Kind, RecordOf, Unit, UnitRef } from './unit.js';

/** What an operator asks for: the kinds of the configuration. */
export const GROUPS = ['manuscripts', 'schools', 'photographs', 'people', 'places'] as const;
export type Group = (typeof GROUPS)[number];

/** The files of a release, each under one licence and of one matter, so that each can be used or withdrawn alone. */
export const DATASETS = {
  collections: { of: ['manuscripts', 'schools', 'photographs', 'people'] },
  manuscripts: { of: ['manuscripts'] },
  schools: { of: ['schools'] },
  'schools-people': { of: ['schools'] },
  transcripts: { of: ['schools'] },
  transcribers: { of: ['schools'] },
  photographs: { of: ['photographs'] },
  people: { of: ['people'] },
  locations: { of: ['manuscripts', 'schools', 'photographs', 'people'] },
  links: { of: ['manuscripts', 'schools', 'photographs', 'people'] },
  places: { of: ['places'] },
  'placenames-links': { of: ['places'] },
} as const satisfies Record<string, { readonly of: readonly Group[] }>;
export type Dataset = keyof typeof DATASETS;

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

/** Asks whether a unit is withheld. */
export type IsWithheld = (ref: UnitRef) => boolean;

/** One kind of record, from the publication filter to the file it is written to. */
export interface KindRow<K extends Kind> {
  /** In summaries: a plural. */
  readonly called: string;
  readonly dataset: Dataset | ((record: Published<RecordOf[K]>) => Dataset);
  /** The privileged fields that decide over a record of this kind (model 3.0). */
  readonly gates: readonly Gate[];
  /** Things it speaks of that no list of the services need hold: places, transcribers, statuses of names. */
  readonly shares?: (record: RecordOf[K], origin: Origin) => readonly Unit[];
  /** People as recorded in it: described once, with everything they are recorded in. */
  readonly observes?: (record: RecordOf[K]) => readonly SchoolsPerson[];
  /** Drops references to what is withheld. */
  readonly prune?: (record: RecordOf[K], isWithheld: IsWithheld) => RecordOf[K];
  /** Leaves of the people recorded in it only that they took part (model 5.5, `roles-only`). */
  readonly anonymise?: (record: RecordOf[K]) => RecordOf[K];
  readonly describe: (record: Published<RecordOf[K]>, setting: Setting) => Node;
  /**
   * What the same thing is elsewhere, said apart from everything else of the record, in a dataset of its own
   * (model 2.4). It stands or falls with the record, and is counted with it.
   */
  readonly identity?: {
    readonly dataset: Dataset;
    readonly describe: (record: Published<RecordOf[K]>, setting: Setting) => Node;
  };
}

/** THE TABLE. A new kind of record is a row here, and a file of the same stem in each room. */
export const KINDS: { readonly [K in Kind]: KindRow<K> } = {
  organisation: {
    called: 'organisations',
    dataset: ({ organisation }) => PUBLISHED_BY[organisation],
    gates: [],
    describe: ({ organisation }, setting) => describeOrganisation(organisation, setting),
  },
  collection: {
    called: 'collections',
    dataset: 'collections',
    gates: [],
    describe: ({ collection }, setting) => describeCollection(collection, setting),
  },
  'cbe.volume': {
    called: 'manuscripts: volumes',
    dataset: 'manuscripts',
    gates: ['status'],
    describe: (volume, setting) => describeVolume('cbe', volume, setting),
  },
  'cbe.part': {
    called: 'manuscripts: parts',
    dataset: 'manuscripts',
    gates: [],
    shares: shared.places,
    prune: (part, isWithheld) => ({
      ...part,
      titlePages: part.titlePages.filter((page) => !isWithheld({ kind: 'cbe.page', id: page })),
    }),
    describe: describeManuscriptPart,
  },
  'cbe.item': {
    called: 'manuscripts: items',
    dataset: 'manuscripts',
    gates: ['sensitive'],
    shares: shared.places,
    prune: (item, isWithheld) => ({
      ...withoutPages(item, (page) => isWithheld({ kind: 'cbe.page', id: page })),
      linkedItems: item.linkedItems.filter((link) => !isWithheld({ kind: 'cbe.item', id: link.itemID })),
    }),
    describe: describeManuscriptItem,
  },
  'cbe.page': {
    called: 'manuscripts: pages',
    dataset: 'manuscripts',
    gates: ['sensitive'],
    describe: (page, setting) => describePage('cbe', page, setting),
  },
  'cbes.volume': {
    called: 'schools: volumes',
    dataset: 'schools',
    gates: ['status'],
    describe: (volume, setting) => describeVolume('cbes', volume, setting),
  },
  'cbes.part': {
    called: 'schools: parts',
    dataset: 'schools',
    gates: [],
    shares: shared.ofSchoolsPart,
    observes: (part) => part.teachers,
    anonymise: (part) => ({ ...part, teachers: part.teachers.map(withoutIdentity) }),
    prune: (part, isWithheld) => ({
      ...part,
      titlePages: part.titlePages.filter((page) => !isWithheld({ kind: 'cbes.page', id: page })),
    }),
    describe: describeSchoolsPart,
  },
  'cbes.item': {
    called: 'schools: items',
    dataset: 'schools',
    gates: ['sensitive'],
    shares: shared.ofSchoolsItem,
    observes: (item) => [...item.collectors, ...item.informants],
    anonymise: (item) => ({
      ...item,
      collectors: item.collectors.map(withoutIdentity),
      informants: item.informants.map(withoutIdentity),
    }),
    prune: (item, isWithheld) => withoutPages(item, (page) => isWithheld({ kind: 'cbes.page', id: page })),
    describe: describeSchoolsItem,
  },
  'cbes.page': {
    called: 'schools: pages',
    dataset: 'schools',
    gates: ['sensitive'],
    describe: (page, setting) => describePage('cbes', page, setting),
  },
  'cbes.topic': { called: 'schools: topics', dataset: 'schools', gates: [], describe: describeSchoolsTopic },
  'cbes.person': {
    called: 'schools: people as recorded',
    dataset: 'schools-people',
    gates: [],
    describe: describeSchoolsPerson,
  },
  'cbes.transcript': {
    called: 'schools: transcripts',
    dataset: 'transcripts',
    gates: ['approved'],
    shares: shared.ofTranscript,
    describe: describeTranscript,
  },
  'cbes.transcriber': {
    called: 'schools: transcribers',
    dataset: 'transcribers',
    gates: [],
    describe: describeTranscriber,
  },
  'cbeg.photograph': {
    called: 'photographs',
    dataset: 'photographs',
    gates: ['status', 'sensitive'],
    shares: shared.ofPhotograph,
    describe: describePhotograph,
  },
  'cbeg.topic': {
    called: 'photographs: handbook topics',
    dataset: 'photographs',
    gates: [],
    shares: shared.ofHandbookTopic,
    describe: describeHandbookTopic,
  },
  'cbed.person': {
    called: 'people',
    dataset: 'people',
    gates: [],
    shares: shared.ofPerson,
    describe: describePerson,
    identity: { dataset: 'links', describe: identifyPerson },
  },
  'cbed.occupation': {
    called: 'people: occupations',
    dataset: 'people',
    gates: [],
    describe: describeOccupation,
  },
  county: {
    called: 'locations: counties',
    dataset: 'locations',
    gates: [],
    describe: describeCounty,
    identity: { dataset: 'links', describe: identifyLocation },
  },
  'location-ireland': {
    called: 'locations: in Ireland',
    dataset: 'locations',
    gates: [],
    shares: shared.ofLocationIreland,
    describe: describeLocationIreland,
    identity: { dataset: 'links', describe: identifyLocation },
  },
  country: {
    called: 'locations: countries',
    dataset: 'locations',
    gates: [],
    describe: describeCountry,
    identity: { dataset: 'links', describe: identifyCountry },
  },
  'location-abroad': {
    called: 'locations: abroad',
    dataset: 'locations',
    gates: [],
    shares: shared.ofLocationAbroad,
    describe: describeLocationAbroad,
    identity: { dataset: 'links', describe: identifyLocationAbroad },
  },
  place: {
    called: 'places',
    dataset: 'places',
    gates: [],
    shares: shared.ofPlace,
    describe: describePlace,
    identity: { dataset: 'placenames-links', describe: identifyPlace },
  },
  category: { called: 'places: categories', dataset: 'places', gates: [], describe: describeCategory },
  glossary: { called: 'places: glossary entries', dataset: 'places', gates: [], describe: describeGlossary },
  acceptability: {
    called: 'places: name statuses',
    dataset: 'places',
    gates: [],
    describe: describeAcceptability,
  },
  cluster: { called: 'places: clusters', dataset: 'places', gates: [], describe: describeCluster },
  resource: {
    called: 'places: documents',
    dataset: 'places',
    gates: [],
    shares: shared.ofResource,
    describe: describeResource,
  },
  supplier: { called: 'places: suppliers', dataset: 'places', gates: [], describe: describeSupplier },
  scheme: {
    called: 'lists',
    dataset: ({ scheme }) => SCHEMES[scheme],
    gates: [],
    describe: ({ scheme }, setting) => describeScheme(scheme, setting),
  },
  lexicon: {
    called: 'lexicons',
    dataset: 'places',
    gates: [],
    describe: ({ words }, setting) => describeLexicon(words, setting),
  },
};
