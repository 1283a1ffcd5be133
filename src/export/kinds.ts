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
import { describeOmission } from '../mapping/omission.js';
import { describeOrganisation, type OrganisationName } from '../mapping/organisation.js';
import { withoutIdentity } from '../mapping/people.js';
import { describeAcceptability } from '../mapping/placenames/acceptability.js';
import { describeCategory } from '../mapping/placenames/category.js';
import { describeCluster } from '../mapping/placenames/cluster.js';
import { describeGlossary } from '../mapping/placenames/glossary.js';
import { describePlace } from '../mapping/placenames/place.js';
import { describePlaceSummary } from '../mapping/placenames/place-summary.js';
import { describeResource, describeSupplier } from '../mapping/placenames/resource.js';
import { withoutPages } from '../mapping/publication.js';
import { describeLexicon, describeScheme } from '../mapping/scheme.js';
import type { Dataset } from './datasets.js';
import type { KindRow } from './kind-row.js';
import * as shared from './shared.js';
import type { Kind, RecordOf } from './unit.js';

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
    shares: shared.ofManuscripts,
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
    shares: shared.ofManuscripts,
    prune: (item, isWithheld) => ({
      ...withoutPages(item, (page) => isWithheld({ kind: 'cbe.page', id: page })),
      linkedItems: item.linkedItems
        .filter((link) => !isWithheld({ kind: 'cbe.item', id: link.itemID }))
        .map((link) =>
          link.pageID !== undefined && isWithheld({ kind: 'cbe.page', id: link.pageID })
            ? { ...link, pageID: undefined }
            : link,
        ),
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
  'place-summary': {
    called: 'places: known from others only',
    dataset: 'places',
    gates: [],
    shares: shared.ofPlaceSummary,
    describe: describePlaceSummary,
    identity: {
      dataset: 'placenames-links',
      describe: ({ id }, setting) => identifyLocation({ logainmID: id }, setting),
    },
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
    describe: describeScheme,
  },
  lexicon: {
    called: 'lexicons',
    dataset: 'places',
    gates: [],
    describe: ({ words }, setting) => describeLexicon(words, setting),
  },
  omission: {
    called: 'not here, but referred to',
    dataset: 'omissions',
    gates: [],
    describe: describeOmission,
  },
};
