import { archive } from '../../services/archive.js';
import type { HostedService } from '../answer.js';
import { type Finders, finderOf } from '../find.js';
import { type Keys, keyring, type Rights } from '../keys.js';
import { metadataOf } from '../metadata.js';
import type { ArchiveRecords } from '../records.js';
import { selectManuscripts } from './manuscripts.js';
import { selectPeople } from './people.js';
import { selectPhotographs } from './photographs.js';
import { selectSchools, type TranscriptDays, transcriptDays } from './schools.js';
import { publicArchive } from './visibility.js';
import { summarise } from './volumes.js';

/** What one kind of key sees of the archive, and what its filters need to know about it. */
interface View {
  readonly records: ArchiveRecords;
  readonly transcriptDays: TranscriptDays;
}

const viewOf = (records: ArchiveRecords): View => ({
  records,
  transcriptDays: transcriptDays(records.cbes.values()),
});

/** What is found at each endpoint (archive-service 4). */
const finders: Finders<typeof archive.endpoints, View> = {
  general: () => metadataOf(archive),
  version: () => metadataOf(archive),
  manuscripts: ({ records }, { given }) => selectManuscripts(records.cbe, given),
  manuscriptVolumes: ({ records }) => [...records.cbe.values()].map(summarise),
  people: ({ records }, { given }) => selectPeople(records.cbed, given),
  person: ({ records }, { id }) => records.cbed.get(id),
  occupations: ({ records }) => records.occupations,
  photographs: ({ records }, { given }) => selectPhotographs(records.cbeg, given),
  photograph: ({ records }, { id }) => records.cbeg.get(id),
  handbookTopics: ({ records }) => records.handbookTopics,
  schools: ({ records, transcriptDays: days }, { given }) => selectSchools(records.cbes, days, given),
  schoolsVolumes: ({ records }) => [...records.cbes.values()].map(summarise),
  schoolsTopics: ({ records }) => records.schoolsTopics,
  counties: ({ records }) => records.counties,
  countries: ({ records }) => records.countries,
};

/** The archive service over its records, each kind of key with its own view of them (wire-format 3). */
export function hostArchive(records: ArchiveRecords, keys: Keys): HostedService {
  const views: Readonly<Record<Rights, View>> = {
    public: viewOf(publicArchive(records)),
    privileged: viewOf(records),
  };
  return {
    service: archive,
    rightsOf: keyring(keys),
    secrets: Object.values(keys),
    find: finderOf(finders, (rights) => views[rights]),
  };
}
