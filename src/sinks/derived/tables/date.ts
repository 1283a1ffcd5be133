import { type Column, within } from '../column.js';

/**
 * What goes with the date in EDTF (model 4.2): month and day where there is no year, the years that the source states,
 * how sure it is of the date, and what is wrong with it.
 *
 * @param span the term of the time span
 * @param prefix what the names begin with
 */
const details = (span: string, prefix: string, en: string, ga: string): readonly Column[] => [
  {
    name: `${prefix}month_day`,
    en: `month and day without year${en}`,
    ga: `mí agus lá gan bhliain${ga}`,
    holds: 'monthDay',
    of: within(span, 'monthDay'),
  },
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
  {
    name: `${prefix}date_problems`,
    en: `problems of the date${en}`,
    ga: `fadhbanna leis an dáta${ga}`,
    holds: 'codes',
    of: within(span, 'dateProblem'),
  },
];

/** When a work was made. */
export const WORK_DATE: readonly Column[] = [
  { name: 'edtf', en: 'date (EDTF)', ga: 'dáta (EDTF)', holds: 'edtf', term: 'created' },
  ...details('dateSpan', '', '', ''),
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
  ...details('birthSpan', 'birth_', ' of birth', ' bhreithe'),
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
  ...details('deathSpan', 'death_', ' of death', ' bháis'),
];
