import { archive } from '../../../model/endpoints/archive.js';
import { type EndpointHandlers, endpointHandler, type HostedService } from '../app.js';
import { type AccessLevel, keyring, type ServiceKeys } from '../keys.js';
import { describeService, metadataOf } from '../openapi.js';
import type { ArchiveRecords } from '../records.js';
import { selectManuscripts } from './manuscripts.js';
import { selectPeople } from './people.js';
import { selectPhotographs } from './photographs.js';
import { selectSchools } from './schools.js';
import { publicArchive } from './visibility.js';
import { listVolumes } from './volumes.js';

/** The records that an access level sees. */
interface View {
  readonly records: ArchiveRecords;
}

/** The content of each endpoint (archive-service 4). */
const handlers: EndpointHandlers<typeof archive.endpoints, View> = {
  general: () => metadataOf(archive),
  description: () => describeService(archive),
  version: () => metadataOf(archive),
  manuscripts: ({ records }, { given }) => selectManuscripts(records.cbe, given),
  manuscriptVolumes: ({ records }) => listVolumes(records.cbe),
  people: ({ records }, { given }) => selectPeople(records.cbed, given),
  person: ({ records }, { id }) => records.cbed.get(id),
  occupations: ({ records }) => records.occupations,
  photographs: ({ records }, { given }) => selectPhotographs(records.cbeg, given),
  photograph: ({ records }, { id }) => records.cbeg.get(id),
  handbookTopics: ({ records }) => records.handbookTopics,
  schools: ({ records }, { given }) => selectSchools(records.cbes, given),
  schoolsVolumes: ({ records }) => listVolumes(records.cbes),
  schoolsTopics: ({ records }) => records.schoolsTopics,
  counties: ({ records }) => records.counties,
  countries: ({ records }) => records.countries,
};

/** The archive service over its records, with a view for each access level (wire-format 3). */
export function hostArchive(records: ArchiveRecords, keys: ServiceKeys): HostedService {
  const views: Readonly<Record<AccessLevel, View>> = {
    public: { records: publicArchive(records) },
    privileged: { records },
  };
  return {
    service: archive,
    accessLevelOf: keyring(keys),
    secrets: Object.values(keys),
    find: endpointHandler(handlers, (rights) => views[rights]),
  };
}
