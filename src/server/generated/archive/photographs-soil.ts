import type { Photograph } from '../../../dictionary/archive/photograph.js';
import type { Soils } from '../dirt.js';
import { dirtyDates } from '../dirty-dates.js';
import { changed, cutOff, markedUp, rung, UNKNOWN_CODE } from '../dirty-words.js';

/** How photographs are dirty. */
export const PHOTOGRAPH_SOIL: Soils<Photograph> = {
  ...dirtyDates('date'),
  'copyright unknown': (one) => ({ ...one, copyright: UNKNOWN_CODE }),
  'condition unknown': (one) => ({ ...one, condition: 9 }),
  'condition marked up': changed('conditionDescription', markedUp),
  'description of digits': (one) => ({
    ...one,
    archivedDescription: '1937',
    archivedDescriptionStatus: 'PUB',
  }),
  'description rung': changed('archivedDescription', rung),
  'reference with slashes': changed('referenceNumber', (number) => ` ${number}//1 `),
  'reference of another topic': (one) =>
    one.referenceNumber === undefined || one.handbookTopic === undefined
      ? undefined
      : { ...one, referenceNumber: `0${one.referenceNumber}` },
  'reference missing': (one) =>
    one.referenceNumber === undefined ? undefined : { ...one, referenceNumber: undefined },
  'reference rung': changed('referenceNumber', rung),
  'reference cut off': changed('referenceNumber', cutOff),
  'topic in no list': (one) =>
    one.handbookTopic === undefined || one.referenceNumber === undefined
      ? undefined
      : {
          ...one,
          handbookTopic: { ...one.handbookTopic, id: `${one.handbookTopic.id}0` },
          referenceNumber: `${one.handbookTopic.id}0.01.00001`,
        },
  'format unknown': (one) => ({ ...one, formats: [{ quantity: 0, color: UNKNOWN_CODE, dimensions: '0' }] }),
  'somebody named twice': (one) =>
    one.relevantPersons.length === 0
      ? undefined
      : { ...one, relevantPersons: [...one.relevantPersons, ...one.relevantPersons] },
};
