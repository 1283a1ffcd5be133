import { ENDS_OF_MERGES } from './place-hierarchy.js';

/** Both databases name birthplaces of people who have a biography: they should be the same (X13), after all merges. */
export const BIRTHPLACES = `
  WITH RECURSIVE ${ENDS_OF_MERGES}
  SELECT 'X13' AS rule, 'cbed.person' AS kind, id, 'archive' AS service, request, pointer, 'birthPlace' AS term,
    'place' AS other_kind, (
      SELECT place FROM born_here AS born WHERE born.biography = person.biography ORDER BY born.rowid LIMIT 1) AS other
  FROM person
  WHERE birthplace IS NOT NULL
    AND biography IN (SELECT biography FROM born_here)
    AND id NOT IN (
      SELECT agreeing.id
      FROM person AS agreeing
      JOIN born_here AS born ON born.biography = agreeing.biography
      LEFT JOIN end_of_merges AS one ON one.place = born.place
      LEFT JOIN end_of_merges AS other ON other.place = agreeing.birthplace
      WHERE coalesce(one.into_place, born.place) = coalesce(other.into_place, agreeing.birthplace))
  ORDER BY id`;
