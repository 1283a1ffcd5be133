import type { School, SchoolsPart } from '../../dictionary/archive/schools-part.js';
import type { Published } from '../../dictionary/privileged.js';
import { fragment } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import { contributions, schoolsCast } from '../contribution.js';
import { entry, ordered } from '../record.js';
import type { Setting } from '../setting.js';
import { telling } from './telling.js';
import { type InVolume, partLabel, volumeName } from './volume.js';

/** A part without its items, and the volume around it. */
export type SchoolsPartInVolume = Omit<SchoolsPart, 'items'> & InVolume;

/** A school's section of a volume (model 3.3). */
export const describeSchoolsPart = (part: Published<SchoolsPartInVolume>, setting: Setting): Node => {
  const { iri, link } = setting;
  const self = iri.part('cbes', part.id);
  return {
    id: self,
    type: ['Part', 'ArchiveComponent'],
    ...(part.school === undefined
      ? { label: partLabel('cbes', part) }
      : { plainLabel: `${volumeName('cbes', part)}, ${part.school.name}` }),
    url: link.schoolsPart({ partID: part.id }),
    isPartOf: iri.volume('cbes', part.volumeID),
    ...ordered(part.listingOrder),
    titlePage: part.titlePages.map((page) => iri.page('cbes', page)),
    school: describeSchool(self, part.school, setting),
    ...contributions(
      self,
      schoolsCast('teacher', part.teachers, setting, (person) => telling(person, setting)),
    ),
    ...entry(part),
  };
};

/** A school as recorded in this part: the roll number joins its parts, nothing merges them. */
const describeSchool = (part: string, school: School | undefined, { iri }: Setting): Node | undefined =>
  school && {
    id: fragment.school(part),
    type: ['School', 'SchemaSchool'],
    plainLabel: school.name,
    plainName: school.name,
    rollNumber: school.rollNumber,
    place: school.locations.map((location) => iri.place(location.logainmID)),
  };
