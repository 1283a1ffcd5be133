/**
 * Places lie in other places: none lies in itself (X11). Of each place on such a way, the first place above it that is on the way,
 * too.
 */
export const PLACES_IN_THEMSELVES = `
  WITH RECURSIVE way (place, above) AS (
    SELECT place, parent FROM place_within
    UNION
    SELECT way.place, next.parent FROM way JOIN place_within AS next ON next.place = way.above
  ), circular AS (SELECT place FROM way WHERE above = place)
  SELECT 'X11' AS rule, 'place' AS kind, id, 'placenames' AS service, request, 'containedInPlace' AS term,
    'place' AS other_kind, (
      SELECT parent FROM place_within AS above
      WHERE above.place = place.id AND parent IN (SELECT place FROM circular) ORDER BY above.rowid LIMIT 1) AS other
  FROM place WHERE id IN (SELECT place FROM circular)
  ORDER BY id`;

/**
 * The place at the end of each way of merges: `place` and `into_place`. A way in a circle has no end. Whether the place at the end
 * is in the release is a matter of X8.
 */
export const ENDS_OF_MERGES = `
  way (place, into_place) AS (
    SELECT id, merged_into FROM place WHERE merged_into IS NOT NULL
    UNION
    SELECT way.place, next.merged_into FROM way JOIN place AS next ON next.id = way.into_place
    WHERE next.merged_into IS NOT NULL
  ), end_of_merges AS (
    SELECT place, into_place FROM way
    WHERE into_place NOT IN (SELECT id FROM place WHERE merged_into IS NOT NULL)
  )`;

/** Places are merged into others: no way of merges is a circle (X11). */
export const MERGES_IN_CIRCLES = `
  WITH RECURSIVE ${ENDS_OF_MERGES}
  SELECT 'X11' AS rule, 'place' AS kind, id, 'placenames' AS service, request, 'isReplacedBy' AS term,
    'place' AS other_kind, merged_into AS other
  FROM place
  WHERE merged_into IS NOT NULL AND id NOT IN (SELECT place FROM end_of_merges)
  ORDER BY id`;
