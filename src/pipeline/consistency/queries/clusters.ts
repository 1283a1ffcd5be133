/** Clusters of places: the focus is one of the places, and all of them name the same focus (X12). */
export const CLUSTERS = `
  SELECT 'X12' AS rule, 'place' AS kind, id, 'placenames' AS service, request, pointer, 'inCluster' AS term,
    'cluster' AS other_kind, focus AS other
  FROM place
  WHERE focus IS NOT NULL AND (
    (focus <> id AND focus NOT IN (SELECT member FROM cluster_member AS own WHERE own.place = place.id))
    OR EXISTS (
      SELECT 1 FROM cluster_member AS own JOIN place AS other ON other.id = own.member
      WHERE own.place = place.id AND other.merged_into IS NULL AND other.focus IS NOT place.focus))
  ORDER BY id`;
