import type { Origin } from '../base/origin.js';
import { person } from '../schema/archive/person.js';
import { photograph } from '../schema/archive/photograph.js';
import { country, county } from '../schema/archive/places.js';
import { handbookTopic, occupation, schoolsTopic } from '../schema/archive/reference-lists.js';
import { manuscriptVolume, schoolsVolume } from '../schema/archive/volume.js';
import { place } from '../schema/placenames/place.js';
import { category, glossary } from '../schema/placenames/reference-lists.js';
import { type Readers, readers } from '../schema/reader.js';

/** Which answers of a stored harvest hold records of one sort, and how one of them is read. */
export interface ResponseKind<R> extends Readers<R> {
  readonly service: Origin['service'];
  readonly requests: RegExp;
}

const archive = <R>(requests: RegExp, reads: Readers<R>): ResponseKind<R> => ({
  service: 'archive',
  requests,
  ...reads,
});

const placenames = <R>(requests: RegExp, reads: Readers<R>): ResponseKind<R> => ({
  service: 'placenames',
  requests,
  ...reads,
});

/** What a stored harvest holds, by what the harvest asks for: read by builds and by mirrors. */
export const RESPONSE_KINDS = {
  manuscripts: archive(/^\/cbe\?/, readers(manuscriptVolume, ['pages', 'parts', 'parts.items'])),
  schools: archive(
    /^\/cbes\?/,
    readers(schoolsVolume, ['pages', 'pages.transcripts', 'parts', 'parts.items']),
  ),
  schoolsTopics: archive(/^\/cbes\/topics(\?Page=\d+)?$/, readers(schoolsTopic)),
  photographs: archive(/^\/cbeg(\?|\/\d+$)/, readers(photograph)),
  handbookTopics: archive(/^\/cbeg\/topics\/handbook(\?Page=\d+)?$/, readers(handbookTopic)),
  people: archive(/^\/cbed(\?Page=\d+|\/\d+)?$/, readers(person)),
  occupations: archive(/^\/cbed\/occupations(\?Page=\d+)?$/, readers(occupation)),
  counties: archive(/^\/counties(\?Page=\d+)?$/, readers(county)),
  countries: archive(/^\/countries(\?Page=\d+)?$/, readers(country)),
  administrativeUnits: placenames(/^\/administrative-units(\?Page=\d+)?$/, readers(category)),
  features: placenames(/^\/features(\?Page=\d+)?$/, readers(category)),
  glossary: placenames(/^\/glossary(\?Page=\d+)?$/, readers(glossary)),
  // One place asked for the sake of a total alone is in a list of its own as well.
  places: placenames(/^\/(counties(\?Page=\d+)?|\?(?!.*&PerPage=1$).*|\d+)$/, readers(place)),
} as const;
