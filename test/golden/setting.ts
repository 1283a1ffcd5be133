import { type GenderSetting, schemeIn, stateGender } from '../../src/model/mapping/gender.js';
import type { MappingContext } from '../../src/model/mapping/mapping-context.js';
import { NEUTRAL_ORGANISATIONS, type Organisations } from '../../src/model/mapping/organisation.js';
import type { PersonsProfile } from '../../src/model/mapping/persons-profile.js';
import { DEFAULT_PLACEHOLDERS, placeholderTest } from '../../src/model/mapping/placeholder.js';
import { readContext } from '../../src/model/rdf/context.js';
import { mintIris } from '../../src/model/rdf/iris.js';
import { type LinkTemplates, makeLinks } from '../../src/model/rdf/links.js';
import type { Place } from '../../src/model/schema/placenames/place.js';
import type { Published } from '../../src/model/schema/privileged.js';
import { BASE } from './graph.js';

const context = readContext();

/** The addresses that the sources' ids are made for, as the configuration of their publishers has them (model 2.4). */
const LINKED: LinkTemplates = {
  linkedPlace: 'http://data.logainm.ie/place/{id}',
  linkedCategory: 'http://data.logainm.ie/category/{id}',
  gazetteer: 'https://sws.geonames.org/{id}/',
  authority: 'http://viaf.org/viaf/{id}',
  biography: 'https://www.ainm.ie/Bio.aspx?ID={id}',
};

/** What a test may say of the surroundings of a record. */
export interface Surroundings {
  readonly base?: string;
  readonly genderScheme?: GenderSetting;
  /** The codes met in the whole collection. */
  readonly gendersSeen?: readonly string[];
  /** Records of the place-names database in the same release. */
  readonly places?: readonly Published<Place>[];
  readonly latestYear?: number;
  readonly links?: LinkTemplates;
  readonly organisations?: Organisations;
  readonly personsProfile?: PersonsProfile;
  /** What stands where nobody gave a name. */
  readonly placeholders?: readonly string[];
  /** Ids of the schools collection that stand for people of different names. */
  readonly ambiguousPeople?: readonly number[];
  /** Addresses elsewhere that other records of the release have, too. */
  readonly sharedAddresses?: readonly string[];
}

/** A setting as a build makes it (src/pipeline/publish/build.ts): the Irish gender scheme, the links of model 2.4, no other records. */
export function makeSetting(surroundings: Surroundings = {}): MappingContext {
  const {
    base = BASE,
    genderScheme = 'irish',
    gendersSeen = [],
    places = [],
    latestYear = 2026,
    links = LINKED,
    organisations = NEUTRAL_ORGANISATIONS,
    personsProfile = 'full',
    placeholders = DEFAULT_PLACEHOLDERS,
    ambiguousPeople = [],
    sharedAddresses = [],
  } = surroundings;
  const codes = new Set(gendersSeen);
  const scheme = schemeIn('cbed', genderScheme, { cbed: codes, cbes: codes });
  return {
    iri: mintIris(base),
    link: makeLinks(links),
    organisations,
    personsProfile,
    isPlaceholder: placeholderTest(placeholders),
    isAmbiguous: (id) => ambiguousPeople.includes(id),
    hasCode: (term, word) => {
      const reads = context.terms.get(term)?.reads;
      return reads?.as === 'code' && reads.codes.has(word);
    },
    gender: (_, code) => stateGender(scheme, code),
    placeRecord: (id) => places.find((place) => place.id === id),
    isSharedAddress: (address) => sharedAddresses.includes(address),
    operatorLinks: () => [],
    latestYear,
  };
}
