import { fragment } from '../../rdf/iris.js';
import type { Setting } from '../setting.js';

/**
 * The IRI of a person as recorded in a work of the schools collection. An id that stands for people of different
 * names says nothing about who is who: then each work has a person of its own (model 7.3, X7).
 *
 * @param work the IRI of the item, or for teachers of the part
 */
export const observedPerson = (id: number, work: string, { iri, isAmbiguous }: Setting): string =>
  isAmbiguous(id) ? fragment.person(work, id) : iri.schoolsPerson(id);
