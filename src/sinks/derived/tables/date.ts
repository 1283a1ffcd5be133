import { type Column, within } from '../column.js';

/**
 * A date in four columns (model 4.2): the whole in EDTF, years to compute with, and how sure it is. The years are
 * those stated; of an approximate date nobody widened them.
 *
 * @param span the term of the time span
 * @param prefix what the names begin with
 */
const years = (span: string, prefix: string, en: string, ga: string): readonly Column[] => [
  {
    name: `${prefix}stated_from_year`,
    en: `stated from year${en}`,
    ga: `an bhliain a luaitear mar thús${ga}`,
    holds: 'integer',
    of: within(span, 'statedFromYear'),
  },
  {
    name: `${prefix}stated_to_year`,
    en: `stated to year${en}`,
    ga: `an bhliain a luaitear mar dheireadh${ga}`,
    holds: 'integer',
    of: within(span, 'statedToYear'),
  },
  {
    name: `${prefix}date_qualifier`,
    en: `date qualifier${en}`,
    ga: `cáilitheoir dáta${ga}`,
    holds: 'code',
    of: within(span, 'dateQualifier'),
  },
];

/** When a work was made. */
export const WORK_DATE: readonly Column[] = [
  { name: 'edtf', en: 'date (EDTF)', ga: 'dáta (EDTF)', holds: 'edtf', term: 'created' },
  ...years('dateSpan', '', '', ''),
];

/** When a person was born. */
export const BIRTH: readonly Column[] = [
  {
    name: 'birth_edtf',
    en: 'birth date (EDTF)',
    ga: 'dáta breithe (EDTF)',
    holds: 'edtf',
    of: within('birthSpan', 'notation'),
  },
  ...years('birthSpan', 'birth_', ' of birth', ' bhreithe'),
];

/** When a person died. */
export const DEATH: readonly Column[] = [
  {
    name: 'death_edtf',
    en: 'death date (EDTF)',
    ga: 'dáta báis (EDTF)',
    holds: 'edtf',
    of: within('deathSpan', 'notation'),
  },
  ...years('deathSpan', 'death_', ' of death', ' bháis'),
];
