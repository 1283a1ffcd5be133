import type { Origin } from '../base/origin.js';
import { country } from '../dictionary/archive/country.js';
import { county } from '../dictionary/archive/county.js';
import { handbookTopic } from '../dictionary/archive/handbook-topic.js';
import { occupation } from '../dictionary/archive/occupation.js';
import { person } from '../dictionary/archive/person.js';
import { photograph } from '../dictionary/archive/photograph.js';
import { schoolsTopic } from '../dictionary/archive/schools-topic.js';
import { manuscriptVolume, schoolsVolume } from '../dictionary/archive/volume.js';
import { category } from '../dictionary/placenames/category.js';
import { glossary } from '../dictionary/placenames/glossary.js';
import { place } from '../dictionary/placenames/place.js';
import { type Reading, reader } from '../dictionary/read.js';

/** Which answers of a stored harvest hold records of one sort, and how one of them is read. */
export interface Holding<R> {
  readonly service: Origin['service'];
  readonly requests: RegExp;
  readonly read: (raw: unknown) => Reading<R>;
}

const archive = <R>(requests: RegExp, read: Holding<R>['read']): Holding<R> => ({
  service: 'archive',
  requests,
  read,
});

const placenames = <R>(requests: RegExp, read: Holding<R>['read']): Holding<R> => ({
  service: 'placenames',
  requests,
  read,
});

/** What a stored harvest holds, by what the harvest asks for: read by builds and by mirrors. */
export const HOLDINGS = {
  manuscripts: archive(/^\/cbe\?/, reader(manuscriptVolume, ['pages', 'parts', 'parts.items'])),
  schools: archive(
    /^\/cbes\?/,
    reader(schoolsVolume, ['pages', 'pages.transcripts', 'parts', 'parts.items']),
  ),
  schoolsTopics: archive(/^\/cbes\/topics(\?Page=\d+)?$/, reader(schoolsTopic)),
  photographs: archive(/^\/cbeg(\?|\/\d+$)/, reader(photograph)),
  handbookTopics: archive(/^\/cbeg\/topics\/handbook(\?Page=\d+)?$/, reader(handbookTopic)),
  people: archive(/^\/cbed(\?Page=\d+|\/\d+)?$/, reader(person)),
  occupations: archive(/^\/cbed\/occupations(\?Page=\d+)?$/, reader(occupation)),
  counties: archive(/^\/counties(\?Page=\d+)?$/, reader(county)),
  countries: archive(/^\/countries(\?Page=\d+)?$/, reader(country)),
  administrativeUnits: placenames(/^\/administrative-units(\?Page=\d+)?$/, reader(category)),
  features: placenames(/^\/features(\?Page=\d+)?$/, reader(category)),
  glossary: placenames(/^\/glossary(\?Page=\d+)?$/, reader(glossary)),
  // One place asked for the sake of a total alone is in a list of its own as well.
  places: placenames(/^\/(counties(\?Page=\d+)?|\?(?!.*&PerPage=1$).*|\d+)$/, reader(place)),
} as const;
