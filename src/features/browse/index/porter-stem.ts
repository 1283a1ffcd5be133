/** The stemmer of Porter, for English. Apart: a site without a server has another file in its place. */
export { stemmer as porterStem } from '@orama/stemmers/english';
